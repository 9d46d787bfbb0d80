// Runs the bot's code one question at a time. Each call to the store, the payment service or Slack is a question; the walk
// chooses the answer. Work is deterministic, so the same answers bring it to the same next question.
import type { Clock } from '#lib/clock.ts';
import type { Response, World } from './world.ts';

/** `how`: `ok`, or what went wrong, which counts as an outside event. */
export type Answer = { readonly how: string; readonly world: World; readonly response: Response };

export type Question = {
  readonly name: string;
  /** Whom it goes to: what else may happen at this moment depends on it. */
  readonly door: 'store' | 'service' | 'slack' | 'time' | 'itself';
  answersIn(world: World): readonly Answer[];
};

/** What one answer makes of the world. `tag` says for the state's key what was answered. */
export type Reply<Value> = {
  readonly how: string;
  readonly world: World;
  readonly tag?: string;
} & ({ readonly value: Value } | { readonly error: unknown });

export type Ask = <Value>(
  name: string,
  door: Question['door'],
  repliesIn: (world: World) => readonly Reply<Value>[],
) => Promise<Value>;

type Waiting = { readonly question: Question; readonly settle: (response: Response) => void };
type Timer = { readonly at: number; readonly name: string; readonly fire: () => void };

export type Running = {
  /** The next question; undefined when the work has ended, or is waiting for nothing. */
  question(): Question | undefined;
  /** Hands the answer to the work and lets it run up to its next question. */
  answer(response: Response): Promise<void>;
};

/** `begin` starts the work; the work has ended when its promise has. `startedAt`: the time (ms) until a timer ends. */
export async function run(
  begin: (ask: Ask, clock: Clock) => Promise<unknown>,
  startedAt: number,
): Promise<Running> {
  const waiting: Waiting[] = [];
  const timers = new Set<Timer>();
  let now = startedAt;
  let timersMade = 0;
  let isOver = false;

  const ask: Ask = <Value>(
    name: string,
    door: Question['door'],
    repliesIn: (world: World) => readonly Reply<Value>[],
  ) =>
    new Promise<Value>((resolve, reject) => {
      const answersIn = (world: World) =>
        repliesIn(world).map((reply): Answer => {
          const tag = `${name}=${reply.how}${reply.tag === undefined ? '' : `:${reply.tag}`}`;
          const outcome = 'value' in reply ? { value: reply.value } : { error: reply.error };
          return {
            how: reply.how,
            world: reply.world,
            response: { name, tag, at: reply.world.now, ...outcome },
          };
        });
      const settle = (response: Response) => {
        if (response.name !== name) throw new Error(`"${response.name}" is no answer to "${name}"`);
        // An answer of this name was made by a question of this name, so it has its type.
        if ('value' in response) resolve(response.value as Value);
        else reject(response.error);
      };
      waiting.push({ question: { name, door, answersIn }, settle });
    });

  const clock: Clock = {
    now: () => now,
    after(delayMs, fire) {
      timersMade += 1;
      const timer = { at: now + delayMs, name: `timer ${timersMade}`, fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };

  function nextTimer(): Timer | undefined {
    return [...timers].sort((a, b) => a.at - b.at)[0];
  }

  function question(): Question | undefined {
    const [first] = waiting;
    if (first) return first.question;
    const timer = isOver ? undefined : nextTimer();
    return (
      timer && {
        name: timer.name,
        door: 'time',
        answersIn(world) {
          const later = { ...world, now: Math.max(world.now, timer.at) };
          return [
            {
              how: 'ok',
              world: later,
              response: { name: timer.name, tag: 'waited', at: later.now, value: undefined },
            },
          ];
        },
      }
    );
  }

  void begin(ask, clock).then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  await allSettled();

  return {
    question,
    async answer(response) {
      now = response.at;
      const first = waiting.shift();
      if (first) first.settle(response);
      else {
        const timer = nextTimer();
        if (!timer || timer.name !== response.name) throw new Error(`nothing waits for "${response.name}"`);
        timers.delete(timer);
        timer.fire();
      }
      await allSettled();
    },
  };
}

/** Resolves when everything has run that waits for nothing but promises: Node does all of that before the next tick. */
function allSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
