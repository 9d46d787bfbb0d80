// A dialog for as long as its component is there.
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Opens the dialog, as a modal in front of everything else, and gives the focus back to where it was when the component goes. */
export function useDialog(dialog: RefObject<HTMLDialogElement | null>, isModal = true): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (isModal) element?.showModal();
    else element?.show();
    return () => {
      element?.close();
      if (!(before instanceof HTMLElement)) return;
      // Chromium gives the focus back when a dialog closes, but that field then takes no keys until it has lost it once.
      before.blur();
      before.focus();
    };
  }, [dialog, isModal]);
}
