// Every step out of a world: the work that is under way runs up to its next question, and each answer is a step of its own.
import type { ApprovalAbove } from '#orders/approval.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import { type Question, type Running, run } from './ask.ts';
import { eventsAtRest, eventsBefore, type Move, nextByItself, type Possible } from './moves.ts';
import { doWork, type Sabotage } from './process.ts';
import type { Response, Work, World } from './world.ts';
import type { Alike } from './world-key.ts';

export type Scenario = {
  readonly start: World;
  readonly drafts: readonly Draft[];
  readonly possible: Possible;
  /** These two are in every way alike. */
  readonly alike?: Alike;
  /** As the setting. */
  readonly approvalAbove?: ApprovalAbove;
};

export type Steps = {
  /** `mayFail`: with all that may go wrong; else the work under way ends well, in one step. */
  from(world: World, mayFail: boolean): Promise<readonly Move[]>;
};

export function createSteps(
  { drafts, possible, approvalAbove }: Scenario,
  deps: { sabotage?: () => Sabotage; saveRefused: (rule: string) => void },
): Steps {
  /** What runs, by where it stands. A run goes on with one answer; for another one the work is run anew. */
  const running = new WeakMap<Work, Running>();

  async function runningOf(work: Work): Promise<Running> {
    const known = running.get(work);
    running.delete(work);
    if (known) return known;
    const setting = {
      drafts,
      approvalAbove,
      sabotage: deps.sabotage?.() ?? {},
      saveRefused: deps.saveRefused,
    };
    const begun = await run((ask, clock) => doWork(work, setting, ask, clock), work.startedAt);
    for (const answer of work.answers) await begun.answer(answer);
    return begun;
  }

  /** Runs all that is under way to its end, with good answers. */
  async function finished(start: World, top: Running): Promise<Move> {
    const name = start.works.map(({ kind, reference }) => `${kind} ${reference}`).join(' within ');
    let world = start;
    let own = top;
    for (let work = world.works.at(-1); work; work = world.works.at(-1)) {
      const [answer] = own.question()?.answersIn(world) ?? [];
      if (answer) {
        world = withAnswer(answer.world, work, answer.response);
        await own.answer(answer.response);
      } else {
        world = ended(world);
        const outer = world.works.at(-1);
        if (outer) own = await runningOf(outer);
      }
    }
    return { name, world };
  }

  /** Lets the work run on up to the next question that has several answers; nothing comes in between before that. */
  async function runOn(start: World, own: Running): Promise<World> {
    let world = start;
    for (let work = world.works.at(-1); work; work = world.works.at(-1)) {
      const question = own.question();
      if (!question) return ended(world);
      const [answer, ...others] = question.answersIn(world);
      if (!answer || others.length > 0 || question.door === 'itself') {
        running.set(work, own);
        return world;
      }
      world = withAnswer(answer.world, work, answer.response);
      await own.answer(answer.response);
    }
    return world;
  }

  async function answered(world: World, work: Work, own: Running, question: Question): Promise<Move[]> {
    const moves: Move[] = [];
    for (const { how, world: after, response } of question.answersIn(world)) {
      const further = withAnswer(after, work, response);
      const latest = further.works.at(-1);
      // The good answer is the first: what runs goes on with it.
      if (how === 'ok') await own.answer(response);
      const goesOn = how === 'ok' || !latest ? own : await runningOf(latest);
      const name = `${work.kind} ${work.reference}: ${question.name}, ${how}`;
      moves.push({ name, world: await runOn(further, goesOn), ...(how === 'ok' ? {} : { event: 'fault' }) });
    }
    return moves;
  }

  return {
    async from(world, mayFail) {
      const work = world.works.at(-1);
      if (!work) {
        const own = nextByItself(world);
        return [...(own ? [own] : []), ...eventsAtRest(world, possible)];
      }
      const own = await runningOf(work);
      if (!mayFail) return [await finished(world, own)];
      const question = own.question();
      if (!question) return [{ name: `${work.kind} ${work.reference} ends`, world: ended(world) }];
      return [...(await answered(world, work, own, question)), ...eventsBefore(world, question, possible)];
    },
  };
}

function ended(world: World): World {
  return { ...world, works: world.works.slice(0, -1) };
}

function withAnswer(world: World, work: Work, response: Response): World {
  const further: Work = { ...work, answers: [...work.answers, response] };
  return { ...world, works: [...world.works.slice(0, -1), further] };
}
