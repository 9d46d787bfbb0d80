/// <reference lib="dom" />
// A list of messages that stays at its newest one, unless the reader has scrolled away from it.

const NEAR_PX = 60;

/** `around` draws; a new key (another channel) begins at the end. */
export function createScroll(body: HTMLElement): { around(key: string, draw: () => void): void } {
  let shown = '';
  let isAtEnd = true;
  const toEnd = () => {
    body.scrollTop = body.scrollHeight;
  };
  body.addEventListener('scroll', () => {
    if (body.clientHeight > 0) isAtEnd = body.scrollHeight - body.scrollTop - body.clientHeight < NEAR_PX;
  });
  // A window that grows narrower makes everything longer.
  new ResizeObserver(() => isAtEnd && toEnd()).observe(body);
  return {
    around(key, draw) {
      const stays = isAtEnd || key !== shown;
      draw();
      shown = key;
      if (!stays) return;
      isAtEnd = true;
      toEnd();
    },
  };
}
