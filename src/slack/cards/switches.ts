// What everybody can switch on or off in Home: what Teller tells them directly. Pure.
import type { KnownBlock } from '@slack/types';
import { SWITCH_TEXT } from '#slack/text/direct.ts';
import { button, plainSection } from './blocks.ts';

/** As the person has chosen. */
export type OwnSwitches = { readonly isToldOfPaid: boolean; readonly isReminded: boolean };

export function switchRows({ isToldOfPaid, isReminded }: OwnSwitches): KnownBlock[] {
  return [
    isToldOfPaid
      ? row(SWITCH_TEXT.toldOfPaid, button('tell_when_paid', SWITCH_TEXT.stopTellingOfPaid, 'off'))
      : row(SWITCH_TEXT.notToldOfPaid, button('tell_when_paid', SWITCH_TEXT.tellOfPaid, 'on')),
    isReminded
      ? row(SWITCH_TEXT.reminded, button('stop_reminding', SWITCH_TEXT.stopReminding))
      : row(SWITCH_TEXT.notReminded, button('remind_again', SWITCH_TEXT.remindAgain)),
  ];
}

function row(sentence: string, accessory: ReturnType<typeof button>): KnownBlock {
  return { ...plainSection(sentence), accessory };
}
