// Refund requests of merchants, which the provider approves or rejects.
import { h, type JSX } from 'preact';
import type { OperatorAction, RefundRequest } from '#sandbox/page/server/screen.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';

const STATES: Readonly<Record<RefundRequest['state'], string>> = {
  waiting: 'pending',
  approved: 'refunded',
  rejected: 'rejected',
};

/** Requests that are decided, the newest; those that wait are all shown. */
const MAX_DECIDED = 3;

/** Newest first. */
export function Refunds(): JSX.Element {
  const { act } = useStore();
  const newest = usePart(({ screen }) => screen.refunds).toReversed();
  const isWaiting = ({ state }: RefundRequest) => state === 'waiting';
  const decided = newest.filter((request) => !isWaiting(request)).slice(0, MAX_DECIDED);
  const shown = newest.filter((request) => isWaiting(request) || decided.includes(request));
  return h(
    'section',
    { class: 'refunds', 'aria-labelledby': 'refunds-title' },
    h('h3', { id: 'refunds-title' }, 'Refund requests'),
    h(
      'ul',
      { class: 'orders' },
      shown.map((request) => refundNode(request, act)),
    ),
  );
}

function refundNode(request: RefundRequest, act: (action: OperatorAction) => unknown): JSX.Element {
  const { code, reference, money, username, remarks, state } = request;
  const button = (label: string, type: OperatorAction['type']) =>
    h(
      'button',
      {
        type: 'button',
        class: 'kit-button small',
        'aria-label': `${label} the refund of ${reference}`,
        onClick: () => void act({ type, code }),
      },
      label,
    );
  return h(
    'li',
    { key: code },
    h('p', null, h('strong', null, money), ` ${remarks}`),
    h('p', { class: 'muted' }, `${reference} · ${code} · ${username} · `, stateNode(state)),
    state === 'waiting' &&
      h(
        'div',
        { class: 'block-actions' },
        button('Approve', 'approveRefund'),
        button('Reject', 'rejectRefund'),
      ),
  );
}

/** In the colours of an order's state. */
function stateNode(state: RefundRequest['state']): JSX.Element {
  const like = { waiting: '', approved: 'paid', rejected: 'failed' }[state];
  return h('span', { class: `state ${like}` }, STATES[state]);
}
