// What tests allow for a busy machine, where an answer of a stand-in comes later than Teller waits for it, and a form opens later
// than Slack would allow. What is about these limits moves a clock.

/** So long Slack may take to say who may act, and so long it waits for an answer. */
export const ANSWER_MS = 20_000;

/** So long Slack waits for an answer in earnest: for tests in which none comes, or one must come in time. */
export const ACK_MS = 3_000;

/** So long the provider waits for the answer to a notification. */
export const NOTIFICATION_MS = 60_000;

/** For a test that waits until a limit has really passed: what was asked has arrived long before. Better is after-limit.ts. */
export const SHORT_LIMIT_MS = 10_000;

/** So long a trigger opens a form. */
export const TRIGGER_MS = 30_000;
