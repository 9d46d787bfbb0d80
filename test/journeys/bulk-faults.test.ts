// What is wrong with the file of a bulk, or has to be agreed to, is said in the form; and nothing is sent before.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt } from './agent.ts';
import {
  bulkMessageIn,
  checkFile,
  chooseFile,
  confirm,
  manyRows,
  pass,
  THREE_ROWS,
  untilBulkSays,
} from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002', APPROVAL_ABOVE: 'KES 50000' });
});
afterEach(() => rig.stop());

const brian = () => rig.slack.person(rig.slack.users.secondAgent);
const sales = () => rig.slack.channels.sales;

/** Closes the form and has another file checked. */
async function chooseAnother(content: string): Promise<string> {
  rig.agent.close();
  return checkFile(rig, content);
}

describe('what is wrong with a file', () => {
  it('a wrong row is named with its reason and nothing is sent; the corrected file is chosen in the same form', async () => {
    const wrong = await checkFile(
      rig,
      [
        'phone,amount,description,reference',
        '0712345678,60000,Generator,',
        '0712,250,Sugar,A-1',
        '0733000002,99,Salt,a1',
        '0722000001,99.50,Tea,',
        '0722000004,10,Milk,A-1',
      ].join('\n'),
    );
    expect(wrong).toContain(SAYS.rowsWrong('4', '5'));
    expect(wrong).toContain(SAYS.rowNeedsApproval('2'));
    expect(wrong).toContain(SAYS.rowNoMobileNumber('3'));
    expect(wrong).toContain(SAYS.rowWholeShillings('5'));
    expect(wrong).toContain(SAYS.rowSameReference('6', '4'));
    expect(wrong).toMatch(SAYS.rightRows);
    expect(wrong).toContain('[submit]');
    const right = await chooseFile(rig, THREE_ROWS);
    expect(right).toContain(SAYS.bulkPromptsAsked('3'));
    await confirm(rig);
    await untilBulkSays(rig, SAYS.bulkDone);
    expect(rig.provider.orders()).toHaveLength(3);
  });

  it('a card number, a used reference, a foreign currency and a file that is none are named', async () => {
    const sentences = await checkFile(
      rig,
      'phone,amount,description,currency\n0712345678,10,4111 1111 1111 1111,KES\n+254722000001,10,Tea,UGX\n',
    );
    expect(sentences).toContain(SAYS.rowCardNumber('2'));
    expect(sentences).not.toContain('4111');
    expect(sentences).toContain(SAYS.rowCurrency('3'));
    expect(await chooseFile(rig, 'phone;amount\n0712345678;10\n')).toContain(SAYS.noColumn('description'));
    expect(await chooseFile(rig, `phone,amount,description\n${'0712345678,10,Tea\n'.repeat(101)}`)).toContain(
      SAYS.tooManyRows('101', '100'),
    );
  });

  it('a currency that nobody takes is named, as are those that are taken', async () => {
    const shown = await checkFile(rig, 'phone,amount,description,currency\n0712345678,10,Tea,XYZ\n', {
      kind: 'link',
    });
    expect(shown).toContain(SAYS.rowUnknownCurrency('2', 'XYZ'));
  });

  it('a card number is found before its row is read any further, also where a name would be cut in two, and is never shown', async () => {
    const card = '4111 1111 1111 1111';
    const shown = await checkFile(
      rig,
      [
        'phone,amount,description,name,reference',
        `0712345678,10,Tea,${card},`,
        `${card},10,Tea,Jane,`,
        `0722000001,${card},Tea,Jane,`,
        '0722000002,10,Tea,Jane,4111111111111111',
      ].join('\n'),
    );
    expect(shown).toContain(SAYS.rowsWrong('4', '4'));
    expect(shown.split(SAYS.holdsCardNumber)).toHaveLength(5);
    expect(shown).not.toMatch(/4111|1111/);
  });

  it('a number that stands in several rows, or a file that was sent before, wants a tick', async () => {
    const twice = `${THREE_ROWS}\n0712345678,20,Eggs,Jane Wanjiru`;
    expect(await checkFile(rig, twice)).toContain(SAYS.rowsSameNumber('2, 5'));
    await rig.agent.submit();
    expect(rig.readModal()).toContain(SAYS.required);
    expect(bulkMessageIn(rig)).toBeUndefined();
    await confirm(rig, { again: [tickValue()] });
    await untilBulkSays(rig, SAYS.promptsDone('4'));
    rig.agent.close();
    // From now on the number may be prompted twice more.
    rig.clock.advance(11 * 60_000);
    expect(await checkFile(rig, twice, {}, brian())).toContain(SAYS.sameFileAt);
    expect(rig.readModal(brian())).toContain(SAYS.sameFileBy('Amina Agent'));
  });

  it.each([
    ['254712000000', 'prompt'],
    ['0712300000', 'prompt'],
    ['+254 712 000 000', 'link'],
  ])('the number %s may have been rounded, so a file of it wants a tick', async (phone, kind) => {
    const shown = await checkFile(rig, `${THREE_ROWS}\n${phone},20,Eggs,Otieno`, { kind });
    expect(shown).toContain(SAYS.rowRoundNumber('5', '00000'));
    await rig.agent.submit();
    expect(rig.readModal()).toContain(SAYS.required);
    await rig.idle();
    expect([rig.provider.prompts, rig.provider.orders()]).toEqual([[], []]);
    await confirm(rig, { again: [tickValue()] });
    await untilBulkSays(rig, SAYS.doneOf('4'));
  });

  it('a file about which there are many questions is agreed to with one tick', async () => {
    await checkFile(rig, manyRows(8));
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('8'));
    rig.agent.close();
    const shown = await checkFile(rig, manyRows(8));
    expect(shown).toContain(SAYS.sameFileAt);
    expect(shown).toContain('Row 9: ');
    await confirm(rig, { again: [tickValue()] });
    await until(async () => {
      await pass(rig, 1);
      return rig.provider.prompts.length === 16;
    });
  });

  it('a file about which almost every row has a question names each of them, and the number in two rows first', async () => {
    await checkFile(rig, manyRows(26));
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('26'));
    rig.agent.close();
    const shown = await checkFile(rig, `${manyRows(26).replace('Flour', 'Sugar')}\n0722000025,7,Salt`);
    expect(shown).not.toContain(SAYS.sameFileAt);
    expect(shown.indexOf(SAYS.rowsSameNumber('27, 28'))).toBeGreaterThan(0);
    expect(shown.indexOf('Row 2: ')).toBeGreaterThan(shown.indexOf('Rows 27, 28'));
    expect(shown).toContain(SAYS.rowAskedBefore('21', '+254 7•• ••• 019', 'KES 119.00'));
    expect(shown).toContain(SAYS.askedForAlready('6 more rows (22, 23, 24, 25, 26, 27).'));
  });

  it('a file that a spreadsheet has saved anew is known as the one that was sent before', async () => {
    await checkFile(rig, THREE_ROWS);
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    rig.agent.close();
    rig.clock.advance(11 * 60_000);
    // Sorted, with other separators, line ends and columns, and the zeros lost.
    const anew = [
      '\uFEFFName;Phone;Amount;Description;Shelf',
      'Asha;733000002;99;Salt;4',
      'Jane Wanjiru;712345678;1500,00;Flour;1',
      '',
      'Brian Otieno;722000001;250;Sugar;2',
    ].join('\r\n');
    expect(await checkFile(rig, anew)).toContain(SAYS.sameFileAt);
    expect(await chooseAnother(THREE_ROWS.replace('1500', '1600'))).not.toContain(SAYS.sameFile);
  });

  it('agreeing to the same file agrees to no prompt that was sent to a customer since the check, by whomever', async () => {
    await checkFile(rig, THREE_ROWS);
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    rig.agent.close();
    rig.clock.advance(11 * 60_000);
    await rig.idle();
    expect(await checkFile(rig, THREE_ROWS, {}, brian())).toContain(SAYS.sameFileAt);
    await sendPrompt(rig);
    const prompts = rig.provider.prompts.length;
    await confirm(rig, { again: [tickValue(brian())] }, brian());
    await untilBulkSays(rig, inLine('Row 2', SAYS.askedMeanwhile));
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    expect(rig.provider.prompts).toHaveLength(prompts + 2);
  });

  it('a channel that people of another workspace read, or where Teller is not, is refused at its field', async () => {
    await rig.agent.command(sales(), '/pay', 'bulk');
    await until(() => rig.readModal().includes('== bulk =='));
    const id = rig.agent.upload({ name: 'customers.csv', content: THREE_ROWS });
    await rig.agent.submit({ file: [id], channel: rig.slack.channels.partners });
    await until(() => rig.readModal().includes(SAYS.strangersReadThat));
    await rig.agent.submit({ file: [id], channel: rig.slack.channels.finance });
    await until(() => rig.readModal().includes(SAYS.notInThatChannel));
  });

  it('a channel of which Slack does not say who reads it is not called shared, and is asked about again', async () => {
    await rig.agent.command(sales(), '/pay', 'bulk');
    await until(() => rig.readModal().includes('== bulk =='));
    const id = rig.agent.upload({ name: 'customers.csv', content: THREE_ROWS });
    rig.slack.faults.always('conversations.info', { kind: 'http500' });
    await rig.agent.submit({ file: [id] });
    await until(() => rig.readModal().includes(SAYS.channelUnchecked));
    expect(rig.readModal()).not.toContain(SAYS.anotherWorkspace);
    rig.slack.faults.off();
    await rig.agent.submit({ file: [id] });
    await until(() => rig.readModal().includes(SAYS.bulkPromptsAsked('3')));
  });

  it.each([
    [
      'people of another workspace were let in',
      SAYS.strangersReadThat,
      () => rig.slack.invite(sales(), rig.slack.users.stranger),
    ],
    ['Teller was removed', SAYS.notInThatChannel, () => rig.slack.remove(sales(), rig.slack.botUserId)],
  ])(
    'a channel where since the check %s is refused when it is confirmed, and nothing is sent',
    async (_, sentence, change) => {
      await checkFile(rig, THREE_ROWS);
      change();
      await rig.agent.submit();
      await until(() => rig.readModal().includes(sentence));
      expect(rig.readModal()).toContain(SAYS.nothingHasBeenSent);
      await pass(rig, 5);
      expect(bulkMessageIn(rig)).toBeUndefined();
      expect(rig.provider.orders()).toHaveLength(0);
    },
  );
});

function tickValue(person = rig.agent): string {
  const block = rig.slack.modal(person.id)?.blocks.find(({ block_id }) => block_id === 'again');
  return JSON.parse(JSON.stringify(block)).element.options[0].value;
}
