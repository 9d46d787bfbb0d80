// Slack's block for a chart, which its types do not have yet (Slack, Block Kit: data visualization block), and its limits.
import type { Block, KnownBlock } from '@slack/types';

export type DataVisualizationBlock = Block & {
  readonly type: 'data_visualization';
  readonly title: string;
  readonly chart: {
    readonly type: 'bar' | 'line';
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: { readonly categories: readonly string[]; readonly y_label?: string };
  };
};

/** What a message is made of. */
export type MessageBlock = KnownBlock | DataVisualizationBlock;

export const CHART_LIMITS = { title: 50, label: 20, points: 20 } as const;
