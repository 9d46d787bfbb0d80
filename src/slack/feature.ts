// What a feature registers: subcommands, buttons (also as items of an order's menu) and forms. features.ts lists the features, and
// listen/ calls them, guarded by the right that they name.
import type { ModalView } from '@slack/types';
import type { SlackContext } from './context.ts';
import type { Press } from './listen/press.ts';
import type { Question } from './order/outcome.ts';
import type { Place } from './outbox/outbound.ts';
import type { Right } from './people/permissions.ts';
import type { FieldErrors, FormState } from './ui/fields.ts';
import type { Answer, MessageContent, Reply } from './ui/message.ts';
import type { Said } from './ui/say.ts';

/** `right`: what the person needs; to act, unless it says otherwise. */
type Guarded<Request> = {
  readonly right?: Right | ((request: Request) => Right);
  /** What the person reads when it fails, with the incident's number; else that nothing was sent. */
  readonly whenFailed?: (incident: string, error: unknown, request: Request) => string;
};

/** What a part says for guard.ts about this request. */
export function guardedBy<Request>({ right, whenFailed }: Guarded<Request>, request: Request) {
  return {
    right: typeof right === 'function' ? right(request) : right,
    whenFailed: whenFailed && ((incident: string, error: unknown) => whenFailed(incident, error, request)),
  };
}

/** One listener for all ids: Bolt asks each listener about each request. */
export function anyOf(ids: Iterable<string>): RegExp {
  return new RegExp(`^(${[...ids].join('|')})$`);
}

/** The part of a feature with this id or name. */
export function partOf<Part>(parts: ReadonlyMap<string, Part>, id: string): Part {
  const part = parts.get(id);
  if (part === undefined) throw new Error(`no feature has ${id}`);
  return part;
}

/** Whatever fails says that nothing was sent: a subcommand asks, or opens a form. */
export type Subcommand = Pick<Guarded<Typed>, 'right'> & {
  /** Of the button that starts it. */
  readonly label: string;
  /** In the list of all subcommands: its arguments, and what it does, in mrkdwn. */
  readonly help: readonly [args: string, what: Said];
  run(ctx: SlackContext, typed: Typed): Promise<Answer>;
};

/** `isAboutOrder`: the button's value begins with the reference of an order. */
export type Action = Guarded<{ readonly value: string }> & {
  readonly isAboutOrder?: true;
  run(ctx: SlackContext, press: Press): Promise<Answer>;
};

export type Form = Guarded<Submission> & {
  /** Of the views that replace the form. At most 24 characters (Slack, Limits). */
  readonly title: string;
  run(ctx: SlackContext, form: Submission): Promise<void>;
};

/** Subcommands by their names, buttons by their action ids, forms by their callback ids. */
export type Feature = {
  readonly subcommands?: Readonly<Record<string, Subcommand>>;
  readonly actions?: Readonly<Record<string, Action>>;
  /** Items of an order's menu that do something else than the button of the same name. */
  readonly menuItems?: Readonly<Record<string, Action>>;
  readonly forms?: Readonly<Record<string, Form>>;
};

/** A subcommand with its arguments, wherever it was typed. */
export type Typed = {
  readonly userId: string;
  readonly place: Place;
  /** The arguments, without Slack's wrapping. */
  readonly words: string;
  /** Only a command has one. Without it no form can be opened, so a button is offered that opens it. */
  readonly triggerId?: string | undefined;
  /** The command's name in this workspace, such as "/pay"; '' where subcommands work without one. */
  readonly command: string;
  /** To this person alone, where Slack has that. */
  readonly reply: Reply;
  /** To all who read along: the answer to a mention stands in its thread. */
  readonly replyToAll: Reply;
};

export type Submission = {
  readonly userId: string;
  readonly viewId: string;
  /** private_metadata. */
  readonly memory: string;
  readonly state: FormState;
  /** Closes the form. What is told after that is a direct message. */
  close(): Promise<void>;
  /** Replaces the form with a view. Nobody misses it who has closed the form: it does not last, or the card says the same. */
  show(view: ModalView): Promise<void>;
  /**
   * Replaces the form with an outcome that nothing else says; as a direct message where the form is closed or Slack does not change
   * it.
   */
  tell(outcome: MessageContent | string): Promise<void>;
  /** Keeps the form open, with an error under each of these fields. */
  showErrors(errors: FieldErrors): Promise<void>;
  /** Keeps the form open, with these questions and a box to tick. */
  ask(questions: readonly Question[]): Promise<void>;
  /** Keeps the form open, changed. */
  change(edit: (form: ModalView) => ModalView): Promise<void>;
};
