// The samples behind docs/messages.md and its pictures are messages and views that Slack takes, also with hostile text.
import { describe, expect, it } from 'vitest';
import { orderCard } from '#slack/card/order-card.ts';
import { answerSamples } from './answer-samples.ts';
import { hostile } from './every-order.ts';
import { expectGoodMessage, expectGoodView, expectMasked } from './harmless.ts';
import { messages, ORDERS, outcomes } from './samples.ts';

describe('a sample', () => {
  it.each(Object.entries({ ...messages(), ...answerSamples() }))(
    'of a message is one that Slack takes, without the number: %s',
    (_, message) => {
      expectGoodMessage(message);
      expectMasked(message);
      expect(message.text).toMatch(/^\S[^\n]*$/);
    },
  );

  it.each(Object.entries(outcomes()))('of an outcome is a view that Slack takes: %s', (_, view) => {
    expectGoodView(view);
  });

  it.each(Object.entries(ORDERS))(
    'of a card shows hostile text as plain text, also beside a menu: %s',
    (_, order) => {
      expectGoodMessage(orderCard(hostile(order)));
    },
  );
});
