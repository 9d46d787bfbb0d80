// The pictures of a receipt in docs/usage.md.
import { it } from 'vitest';
import { describeWithChromium, keepPicture } from './browser.ts';
import { PAID, PHONE, receiptOn, visit } from './visit-pages.ts';

describeWithChromium('the pictures of a receipt', (browser) => {
  it.each(['light', 'dark'] as const)('the receipt on a phone is drawn %s', async (colorScheme) => {
    await visit(browser(), { colorScheme, deviceScaleFactor: 1 }, async (page, web) => {
      await page.goto(await receiptOn(web, PAID));
      await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
      await keepPicture(page, `receipt-${PHONE.width}-${colorScheme}`);
    });
  });
});
