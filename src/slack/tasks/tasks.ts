// All that a person can do, put together. The listeners start these tasks.
import type { WebClient } from '@slack/web-api';
import type { CustomerAddresses } from '#customers/addresses.ts';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Payments } from '#payments/payments.ts';
import type { MethodLimits } from '#provider/methods.ts';
import { createChannelAccess, isReadByOthers } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import type { FetchFile } from '#slack/connect/fetch-file.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { AlertChannels } from '#slack/delivery/alert-channels.ts';
import type { DigestChannels, OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import type { Switches } from '#slack/delivery/switches.ts';
import { withMethodOfNumber } from '#slack/forms/change-method.ts';
import { readLinkWords, readPromptWords } from '#slack/forms/command-words.ts';
import { type FormState, valueIn } from '#slack/forms/fields.ts';
import { withChannelNote } from '#slack/forms/fill-in-customer.ts';
import { readMemory } from '#slack/forms/form-memory.ts';
import { linkForm, readLinkForm } from '#slack/forms/link-form.ts';
import { withHiddenFields } from '#slack/forms/more-fields.ts';
import { promptForm, readPromptForm } from '#slack/forms/prompt-form.ts';
import { withRepeat } from '#slack/forms/repeat-fields.ts';
import { notInChannel, sharedChannel } from '#slack/text/people.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import { createAlertsTask } from './alerts.ts';
import { createBulkTask } from './bulk.ts';
import { createCancelTask } from './cancel.ts';
import { createCardUrlOf } from './card-url.ts';
import { createCustomerChoice, createLastLanguage } from './customer-choice.ts';
import { createDigestTask } from './digest.ts';
import { createFindTask } from './find.ts';
import { createForgetTask } from './forget.ts';
import { createFormOrders } from './form-orders.ts';
import { createHistoryTask, createHomeTask } from './home.ts';
import { createKeptWords } from './kept-words.ts';
import { type OpenForm, updateForm } from './open-form.ts';
import { createOrderForms } from './order-forms.ts';
import { createPostOnce } from './post-once.ts';
import { createRefundTasks } from './refunds.ts';
import { createReportTask } from './report.ts';
import { createAuditReportTask } from './report-audit.ts';
import { createRequestTasks } from './requests.ts';
import { createSettingsTask } from './settings.ts';
import { createShareAnswer } from './share-answer.ts';
import { createSteps } from './steps.ts';
import { createAskAgain, createSuccessorTasks } from './successors.ts';
import { createSwitchTasks } from './switches.ts';
import { createToCustomerTasks } from './to-customer.ts';
import { createWaiting } from './waiting.ts';

export type Tasks = ReturnType<typeof createTasks>;

/** `client` and `outbound` are for answers to people. */
export function createTasks(deps: {
  client: WebClient;
  outbound: Outbound;
  identity: BotIdentity;
  permissions: Permissions;
  alertChannels: AlertChannels;
  digestChannels: DigestChannels;
  orderHabits: OrderHabitsOf;
  switches: Switches;
  threads: KeyValueStore;
  store: Store;
  payments: Payments;
  settings: { merchantName: string; defaultCurrency: string; methodLimits: MethodLimits; timeZone: string };
  clock: Clock;
  reporter: Reporter;
  inFlight: InFlight;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
  recorder: DeedRecorder;
  fetchFile: FetchFile;
  /** A bulk has begun or was stopped. */
  bulkChanged: () => void;
  addresses: CustomerAddresses;
  /** Somebody's data is to be erased. */
  forgetBegun: () => void;
}) {
  const { store, settings, clock } = deps;
  const { defaultCurrency, timeZone } = settings;
  const common = {
    ...deps,
    ...deps.payments,
    timeZone,
    orders: store.orders,
    audit: store.audit,
    channelAccess: createChannelAccess(deps.client),
    cardUrlOf: createCardUrlOf({ orders: store.orders, identity: deps.identity }),
  };
  const lastLanguage = createLastLanguage(common);
  const customerChoice = createCustomerChoice({ ...common, lastLanguage });
  const orderForms = createOrderForms({
    ...common,
    forms: {
      prompt: {
        prefill: (typed, { home = defaultCurrency }) => readPromptWords(typed, home),
        view: ({ start: { method, home = defaultCurrency }, ...opening }) =>
          promptForm({ ...opening, method, defaultCurrency: home }),
        read: ({ state, memory }, customer) =>
          readPromptForm(
            withHiddenFields('prompt', state, { memory, customer }),
            settings.methodLimits,
            customer,
          ),
      },
      link: {
        prefill: (typed, { home = defaultCurrency, currency }) => readLinkWords(typed, home, currency),
        view: ({ start, ...opening }) =>
          linkForm({ ...opening, defaultCurrency: start.currency, merchantCurrency: defaultCurrency }),
        read: ({ state, memory }, customer) =>
          readLinkForm(
            withHiddenFields('link', state, { memory, customer }),
            { now: clock.now(), defaultCurrency: memory?.home ?? defaultCurrency, timeZone },
            customer,
          ),
      },
    },
    formOrders: createFormOrders(common),
    customerChoice,
    lastChannels: store.keyValues('last-channel'),
    lastLanguage,
    defaultCurrency,
  });
  const keptWords = createKeptWords(store.keyValues('words'));
  const waiting = createWaiting(common);
  const switches = createSwitchTasks(common);
  const home = createHomeTask({
    ...common,
    waiting,
    switches,
    keyValues: store.keyValues('home'),
  });
  const postOnce = createPostOnce({
    leases: store.leases,
    keyValues: store.keyValues('shared'),
    digest: store.digest,
    clock,
  });
  const find = createFindTask({ ...common, keptWords, defaultCurrency });
  return {
    orderForms,
    customerChoice,
    followNumber: async (opened: OpenForm, state: FormState) => {
      const { home = defaultCurrency } = readMemory(opened.form.private_metadata ?? '') ?? {};
      const form = withMethodOfNumber(opened.form, state, home);
      if (form) await updateForm(deps, opened, form);
    },
    followRepeat: async (opened: OpenForm, state: FormState) => {
      const form = withRepeat(opened.form, state, clock.now());
      if (form) await updateForm(deps, opened, form);
    },
    followChannel: async (opened: OpenForm, state: FormState) => {
      const channel = valueIn(state, 'channel');
      if (!channel) return;
      const read = await common.channelAccess.read(channel);
      const note = isReadByOthers(read)
        ? sharedChannel(channel)
        : read.access === 'out'
          ? notInChannel(botMention(deps.identity), channel)
          : undefined;
      const form = withChannelNote(opened.form, note);
      if (form !== opened.form) await updateForm(deps, opened, form);
    },
    home,
    switches,
    keptWords,
    history: createHistoryTask(common),
    forget: createForgetTask({ ...common, keptWords, defaultCurrency }),
    find,
    bulk: createBulkTask(common),
    shareAnswer: createShareAnswer({ ...common, findExactly: find.findExactly, postOnce }),
    cancel: createCancelTask({ ...common, openOrders: home.ordersToCancel }),
    successors: createSuccessorTasks({ ...common, orderForms }),
    askAgain: createAskAgain({ ...common, orderForms }),
    alerts: createAlertsTask({ ...common, defaultCurrency }),
    digest: createDigestTask(common),
    settings: createSettingsTask({ ...common, defaultCurrency }),
    reportAudit: createAuditReportTask(common),
    report: createReportTask({ ...common, postOnce }),
    requests: createRequestTasks(common),
    refunds: createRefundTasks(common),
    toCustomer: createToCustomerTasks({ ...common, lastLanguage, merchantName: settings.merchantName }),
    steps: createSteps({ ...common, orderForms }),
  };
}
