// The blocks the stand-in knows, each with Slack's limits. A closed list: markdown and the rest are refused.
import { anyText, id, plainText, url } from './composition.ts';
import { dataLimits, dataTable, dataVisualization } from './data-blocks.ts';
import { actionElements, homeInputElements, inputElements } from './elements.ts';
import { richText } from './rich-text.ts';
import { all, also, byType, distinct, flag, list, type Rule, shape, text } from './schema.ts';

const block = { block_id: id };

const section = all(
  shape(
    {},
    {
      ...block,
      text: anyText(3000),
      fields: list(anyText(2000), 10),
      accessory: byType(actionElements),
    },
  ),
  also((value, at, report) => {
    if (value.text === undefined && value.fields === undefined)
      report(at, 'must define either `text` or `fields`');
  }),
);

const actions = shape({ elements: all(list(byType(actionElements), 25), distinct('action_id')) }, block);

const inputOf = (elements: Record<string, Rule>) =>
  shape(
    { label: plainText(2000), element: byType(elements) },
    { ...block, hint: plainText(2000), optional: flag, dispatch_action: flag },
  );

const readOnly: Record<string, Rule> = {
  section,
  header: shape({ text: plainText(150) }, block),
  divider: shape({}, block),
  context: shape({ elements: list(anyText(3000), 10) }, block),
  actions,
  image: shape({ image_url: url, alt_text: text(2000) }, { ...block, title: plainText(2000) }),
  rich_text: richText,
};

const data = { data_table: dataTable, data_visualization: dataVisualization };

export const messageBlocks: Rule = all(
  list(byType({ ...readOnly, ...data }), 50, 0),
  distinct('block_id'),
  dataLimits,
);
export const homeBlocks: Rule = all(
  list(byType({ ...readOnly, input: inputOf(homeInputElements) }), 100, 0),
  distinct('block_id'),
);
export const modalBlocks: Rule = all(
  list(byType({ ...readOnly, input: inputOf(inputElements) }), 100, 0),
  distinct('block_id'),
);
