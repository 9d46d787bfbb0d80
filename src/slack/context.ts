// What everything that people do in Slack works with. slack.ts makes it once, and features take it as their first argument.
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { CustomerAddresses } from '#customers/addresses.ts';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Payments } from '#payments/payments.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import type { BotIdentity } from './bolt/identity.ts';
import type { FetchFile } from './bulk/fetch-file.ts';
import type { AlertChannels, ChannelDefaultsStore, DigestChannels } from './channel/stored-settings.ts';
import type { CommandName } from './listen/command-name.ts';
import type { Outbound, OutboundFor, Replies, ReportDelivery } from './outbox/outbound.ts';
import type { Pace } from './outbox/rate-limit.ts';
import type { AuditRecorder, Guard } from './people/guard.ts';
import type { AgentNames, ChannelAccess, Permissions, Preferences } from './people/permissions.ts';
import type { SavedInput } from './ui/saved-input.ts';

export type SlackContext = {
  readonly settings: {
    readonly merchantName: string;
    readonly defaultCurrency: string;
    readonly methodLimits: MethodLimits;
    readonly timeZone: string;
  };
  readonly store: Store;
  readonly payments: Payments;
  readonly addresses: CustomerAddresses;
  readonly clock: Clock;
  readonly reporter: Reporter & StateReporter;
  readonly inFlight: InFlight;
  /** Aborts when Teller stops. */
  readonly stopping: AbortSignal;
  /** For answers to people, as `outbound` and `replies` are. */
  readonly client: WebClient;
  readonly outbound: Outbound;
  readonly replies: Replies;
  /** For what Teller posts by itself, so that a rate limit never holds up answers to people. */
  readonly announcements: WebClient;
  /** An outbound over `announcements` that posts only while `confirm` resolves. */
  readonly outboundFor: OutboundFor;
  readonly report: ReportDelivery;
  /** By `threadKey`, the reference of the order that a thread is about. */
  readonly threads: KeyValueStore;
  /** Of edits that erase customers, in all channels together. */
  readonly erasePace: Pace;
  /** By channel, when (ms) Slack last said that nobody else reads it (`whoReads`). */
  readonly unsharedAt: Map<string, number>;
  readonly identity: BotIdentity;
  readonly agentNames: AgentNames;
  readonly permissions: Permissions;
  readonly channelAccess: ChannelAccess;
  readonly recorder: AuditRecorder;
  readonly guard: Guard;
  readonly alertChannels: AlertChannels;
  readonly digestChannels: DigestChannels;
  readonly channelDefaults: ChannelDefaultsStore;
  readonly preferences: Preferences;
  readonly savedInput: SavedInput;
  readonly fetchFile: FetchFile;
  readonly commandName: CommandName;
  /** Home as each person sees it, which is never shown older than it was. */
  readonly home: {
    /** Shows what `read` resolves to, one after the other for each person. Undefined: Home stays as it is. */
    publish(userId: string, read: () => Promise<HomeView | undefined>): Promise<void>;
    /** Refreshes the person's Home, if they opened it lately. Returns at once and never throws. */
    refreshSoon(userId: string): void;
  };
  /** A bulk has begun or was stopped. */
  bulkChanged(): void;
  /** Somebody's data is to be erased. */
  erasureBegun(): void;
};
