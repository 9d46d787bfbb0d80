// What the page shows, in the words that server and browser share. Types only: nothing of this runs.
import type { FaultName } from '#sandbox/provider/faults.ts';
import type { Ephemeral, Message, View } from '#sandbox/slack/model.ts';
import type { Conversation } from '#sandbox/slack/sights.ts';

/** One of the people who can be played, or the app. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  /** "agent", "guest", "other workspace", "app" */
  readonly part: string;
  readonly zone: string;
};

export type Shortcut = {
  readonly type: string;
  readonly name: string;
  readonly callbackId: string;
  readonly description: string;
};

/** What the manifest offers to people. */
export type AppWords = {
  readonly botUserId: string;
  readonly command: string;
  readonly commandDescription: string;
  readonly words: readonly string[];
  readonly shortcuts: readonly Shortcut[];
};

export type OrderState = 'open' | 'failed' | 'paid' | 'reversed' | 'cancelled';

/** An order as the customer knows it. */
export type CustomerOrder = {
  readonly trackingId: string;
  readonly reference: string;
  readonly kind: 'link' | 'push' | 'charge';
  readonly money: string;
  readonly amount: number;
  readonly description: string;
  readonly state: OrderState;
  readonly isRecurring: boolean;
  readonly method: string;
  /** Present once money was paid. */
  readonly paid?: { readonly money: string; readonly code: string };
  /** The phone that rings, for a prompt. */
  readonly phone?: string;
  readonly isRinging: boolean;
  /** The hosted page, for a link. */
  readonly page?: string;
  readonly at: number;
};

export type SwitchName = FaultName | 'wrongAmount' | 'slackRateLimit' | 'slackLostPost';

export type Switch = {
  readonly name: SwitchName;
  readonly label: string;
  readonly words: string;
  readonly isOn: boolean;
  /** How often it has struck since it was switched on; not known for all. */
  readonly hits?: number;
  /** Stands among those that are shown at once. */
  readonly isUsual: boolean;
};

export type WireLine = {
  readonly id: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly what: string;
  readonly outcome: string;
  readonly mood: 'good' | 'bad' | 'waiting';
};

export type WireDetails = { readonly sent: unknown; readonly answer: unknown };

/** Everything that one person's page shows; the server sends whichever parts have changed. */
export type Screen = {
  people: Person[];
  app: AppWords;
  conversations: Conversation[];
  /** By channel: every message, replies included, oldest first. */
  messages: Record<string, Message[]>;
  ephemerals: Ephemeral[];
  modal: View | null;
  home: View | null;
  orders: CustomerOrder[];
  switches: Switch[];
  isBotRunning: boolean;
  /** How far the sandbox's clock is ahead of the real one, in milliseconds. */
  aheadMs: number;
  wire: WireLine[];
};

/** What somebody does at the page; `as` is who does it. */
export type Deed =
  | { readonly do: 'write'; readonly channel: string; readonly text: string; readonly thread?: string }
  | { readonly do: 'shortcut'; readonly callbackId: string }
  | {
      readonly do: 'messageShortcut';
      readonly callbackId: string;
      readonly channel: string;
      readonly ts: string;
    }
  | { readonly do: 'click'; readonly at: Spot; readonly action: string; readonly value?: string }
  | { readonly do: 'pick'; readonly at: Spot; readonly action: string; readonly value: string | string[] }
  | { readonly do: 'submit'; readonly values: Record<string, string | string[] | null> }
  | { readonly do: 'closeModal' }
  | { readonly do: 'openHome' }
  | { readonly do: 'invite'; readonly channel: string }
  | { readonly do: 'alertsOn'; readonly channel: string }
  | {
      readonly do: 'pay' | 'decline' | 'ignore' | 'charge' | 'reverse';
      readonly trackingId: string;
      readonly amount?: number;
    }
  | { readonly do: 'switch'; readonly name: SwitchName; readonly isOn: boolean }
  | { readonly do: 'kill' | 'start' }
  | { readonly do: 'skip'; readonly ms: number };

/** Where a button stands: in a message, a note that one person sees, or a view. */
export type Spot =
  | { readonly in: 'message' | 'ephemeral'; readonly channel: string; readonly ts: string }
  | { readonly in: 'modal' | 'home' };

/** What comes of a deed; `note` is a sentence for the person when it did not work. */
export type DeedResult = { readonly note?: string };
