// Keeps a list of messages at its newest one, unless the reader has scrolled away from it.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const NEAR_PX = 60;

/**
 * A new `key` (another channel) begins at the end; `content` is another object whenever the list has changed. The
 * returned function goes to the end and stays there.
 */
export function useScrollAtEnd(
  body: RefObject<HTMLElement | null>,
  key: string,
  content: unknown,
): () => void {
  const place = useRef({ key, isAtEnd: true });
  const toEnd = () => {
    if (body.current) body.current.scrollTop = body.current.scrollHeight;
  };

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      if (clientHeight > 0) place.current.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', onScroll);
    // A window that grows narrower makes everything longer.
    const stay = () => void (place.current.isAtEnd && toEnd());
    const resizes = new ResizeObserver(stay);
    resizes.observe(element);
    // So does a picture once it is there; its event comes to the picture alone.
    element.addEventListener('load', stay, { capture: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('load', stay, { capture: true });
      resizes.disconnect();
    };
  }, [body]);

  useLayoutEffect(() => {
    if (place.current.isAtEnd || place.current.key !== key) {
      place.current = { key, isAtEnd: true };
      toEnd();
    }
  }, [key, content]);

  return () => {
    place.current.isAtEnd = true;
    toEnd();
  };
}
