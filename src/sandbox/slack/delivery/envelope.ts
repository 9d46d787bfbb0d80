// What Slack sends to the app, whichever way it goes, and what it makes of the answer.
import type { Fields } from '#sandbox/slack/json.ts';

/** One command, interaction or event. `retry` marks an event that was sent before. */
export type Envelope = {
  kind: 'slash_commands' | 'interactive' | 'events_api';
  payload: Fields;
  retry?: { num: number; reason: string };
};

/** Why Slack is not content with an answer. */
type AckProblem = 'operation_timeout' | 'dispatch_failed';

/** `status` is 0 when no answer came; an ack over a socket counts as 200, its payload as the body. */
export type Ack = { status: number; body: string; ms: number; problem?: AckProblem };

/** What a person sees of the app's answer. */
export type AckResult = {
  /** False: Slack's own client stopped it, nothing reached the app. */
  sent: boolean;
  /** The app's HTTP status; 0 when no answer came or nothing was sent. */
  status: number;
  body: string;
  ms: number;
  /** What Slack holds against the answer, or why nothing was sent. */
  problem?:
    | 'operation_timeout'
    | 'dispatch_failed'
    /** The app answered, but not in a way Slack understands or allows. */
    | 'invalid_answer'
    /** The form has empty required fields or unreadable values; see `modal(userId).errors`. */
    | 'refused_by_form'
    /** The person said no in the confirm dialog. */
    | 'dismissed';
};

export function sent(ack: Ack): AckResult {
  return { sent: true, ...ack };
}

export function notSent(problem?: AckResult['problem']): AckResult {
  return { sent: false, status: 0, body: '', ms: 0, ...(problem && { problem }) };
}
