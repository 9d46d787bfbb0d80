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
  /** `end` is where the end was when the list last changed: a scroll event would come a frame later than the scrolling. */
  const place = useRef({ key, end: 0 });
  const toEnd = () => {
    if (body.current) body.current.scrollTop = body.current.scrollHeight;
  };
  const stay = () => {
    // Hidden, a list has no height and no place.
    if (!body.current?.clientHeight) return;
    const { scrollTop, scrollHeight, clientHeight } = body.current;
    const end = scrollHeight - clientHeight;
    // A list that grew shorter has moved up what was at its end.
    if (scrollTop > Math.min(place.current.end, end) - NEAR_PX) toEnd();
    place.current.end = end;
  };

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    // A window that grows narrower makes everything longer.
    const resizes = new ResizeObserver(stay);
    resizes.observe(element);
    // So does a picture once it is there; its event comes to the picture alone.
    element.addEventListener('load', stay, { capture: true });
    return () => {
      element.removeEventListener('load', stay, { capture: true });
      resizes.disconnect();
    };
  }, [body]);

  useLayoutEffect(() => {
    if (place.current.key !== key) place.current = { key, end: 0 };
    stay();
  }, [key, content]);

  return toEnd;
}
