// What the page shows and what can be done at it, as server and browser exchange it. Types only: nothing of this runs.
import type { FaultName } from '#sandbox/provider/faults.ts';
import type { StepDefinition } from '#sandbox/slack/actions/function-runs.ts';
import type { Ephemeral, Message, View } from '#sandbox/slack/state/model.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';

/** One of the people whom the user of the page can act as, or the app. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  /** "agent", "guest", "from another workspace", "app" */
  readonly part: string;
  readonly zone: string;
};

type Shortcut = {
  readonly type: string;
  readonly name: string;
  readonly callbackId: string;
  readonly description: string;
};

/** A custom step of Workflow Builder, as the manifest describes it. */
export type Step = StepDefinition & { readonly callbackId: string };

/** What the manifest offers to people. */
export type AppWords = {
  readonly botUserId: string;
  readonly command: string;
  readonly commandDescription: string;
  /** What can stand behind the command. */
  readonly words: readonly string[];
  readonly shortcuts: readonly Shortcut[];
  readonly steps: readonly Step[];
};

export type OrderState = 'open' | 'failed' | 'paid' | 'reversed' | 'cancelled';

/** An order as the customer knows it. */
export type CustomerOrder = {
  readonly trackingId: string;
  readonly reference: string;
  readonly kind: 'link' | 'push' | 'charge';
  /** Currency and amount as people write them. */
  readonly money: string;
  readonly amount: number;
  readonly currency: string;
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

/** What a merchant has requested of the provider, which an operator there approves or rejects. */
export type RefundRequest = {
  /** The payment's confirmation code. */
  readonly code: string;
  readonly reference: string;
  /** Currency and amount as people write them. */
  readonly money: string;
  readonly username: string;
  readonly remarks: string;
  readonly state: 'waiting' | 'approved' | 'rejected';
};

/** One run of a custom step, and how it ended. */
export type StepRun = {
  readonly id: string;
  readonly callbackId: string;
  readonly state: 'running' | 'completed' | 'failed';
  readonly outputs?: Readonly<Record<string, string>>;
  /** The bot's reason, or Slack's word when the bot did not accept the event. */
  readonly error?: string;
};

export type SwitchName = FaultName | 'wrongAmount' | 'slackRateLimit' | 'slackLostPost';

export type Switch = {
  readonly name: SwitchName;
  readonly label: string;
  readonly words: string;
  readonly isOn: boolean;
  /** How often it has struck since it was switched on; not known for all. */
  readonly hits?: number;
  /** Shown at once; the others are folded away. */
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

/** Everything that one person's page shows. */
export type Screen = {
  people: Person[];
  app: AppWords;
  conversations: Conversation[];
  /** By channel and `ts`: every message, replies included. */
  messages: Record<string, Record<string, Message>>;
  ephemerals: Ephemeral[];
  modal: View | null;
  home: View | null;
  /** By tracking id, oldest first. */
  orders: Record<string, CustomerOrder>;
  /** Oldest first. */
  refunds: RefundRequest[];
  steps: StepRun[];
  switches: Switch[];
  isBotRunning: boolean;
  /** How far the sandbox's clock is ahead of the real one, in milliseconds. */
  aheadMs: number;
  /** By id, oldest first. */
  wire: Record<string, WireLine>;
};

type Changes<Entry> = Record<string, Entry | null>;

/** What the server sends: parts that have changed. Of messages, orders and exchanges only the changed ones; null: gone. */
export type ScreenPatch = Partial<Omit<Screen, 'messages' | 'orders' | 'wire'>> & {
  messages?: Record<string, Changes<Message>>;
  orders?: Changes<CustomerOrder>;
  wire?: Changes<WireLine>;
};

export type FormEntries = Record<string, string | string[] | null>;

/** `values`: what the form around it holds by then, by block id. */
type Press = { readonly at: Surface; readonly action: string; readonly values?: FormEntries };

/** What somebody does at the page. */
export type Action =
  | { readonly type: 'write'; readonly channel: string; readonly text: string; readonly thread?: string }
  | { readonly type: 'shortcut'; readonly callbackId: string }
  | {
      readonly type: 'messageShortcut';
      readonly callbackId: string;
      readonly channel: string;
      readonly ts: string;
    }
  | (Press & { readonly type: 'click'; readonly value?: string })
  | (Press & { readonly type: 'pick'; readonly value: string | string[] | null })
  /** Types into a select whose options the app finds. */
  | { readonly type: 'search'; readonly at: Surface; readonly action: string; readonly query: string }
  | { readonly type: 'submit'; readonly values: FormEntries }
  | { readonly type: 'closeModal' }
  | { readonly type: 'openHome' }
  | { readonly type: 'invite'; readonly channel: string }
  | { readonly type: 'alertsOn'; readonly channel: string }
  /** `inputs` are texts, as Workflow Builder's own form takes them; empty ones are left out. */
  | {
      readonly type: 'runStep';
      readonly callbackId: string;
      readonly inputs: Readonly<Record<string, string>>;
    }
  | CustomerAction
  | OperatorAction
  | { readonly type: 'switch'; readonly name: SwitchName; readonly isOn: boolean }
  | { readonly type: 'stopBot' | 'startBot' }
  | { readonly type: 'skip'; readonly ms: number };

/** Without an amount and a currency the customer pays what was requested. */
export type CustomerAction = {
  readonly type: 'pay' | 'decline' | 'ignore' | 'charge' | 'reverse';
  readonly trackingId: string;
  readonly amount?: number;
  readonly currency?: string;
};

/** `code`: of the payment that is to be paid back. */
export type OperatorAction = {
  readonly type: 'approveRefund' | 'rejectRefund';
  readonly code: string;
};

/** What a button belongs to: a message, a message that one person sees, or a view. */
export type Surface =
  | { readonly in: 'message' | 'ephemeral'; readonly channel: string; readonly ts: string }
  | { readonly in: 'modal' | 'home' };

/** What comes of an action; `note` is a sentence for the person when it did not work. */
export type ActionResult = { readonly note?: string };

/** The upload's id, or a sentence for the person when Slack does not take the file. */
export type UploadResult = { readonly id: string } | { readonly note: string };
