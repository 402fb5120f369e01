import { settled } from './settled.ts'
import { violations } from './violations.ts'
import type { WatchedPage } from './watched-page.ts'

const wide = { width: 1280, height: 900 }
const narrow = { width: 360, height: 900 }

/**
 * Loads a page once and returns everything that is wrong with it: in a wide window with the light theme, then with the
 * dark theme in a window as narrow as a telephone. A check that is added here covers every page.
 */
export async function problemsOf({ page, faults, shift }: WatchedPage, path: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
  const [headings, mains] = [await page.locator('h1').count(), await page.locator('main').count()]
  if (headings !== 1 || mains !== 1) found.push(`${headings} headings and ${mains} main parts`)
  if (!/^.+ · Muster$/.test(await page.title())) found.push(`the title ${await page.title()}`)
  const moved = await shift()
  if (moved > 0.05) found.push(`things move by ${moved}`)
  found.push(...(await violations(page)))

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(narrow)
  await settled(page)
  // Colours that are still changing from one theme to the other belong to neither.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition)
        .map((each) => each.finished.catch(() => undefined)),
    ),
  )
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over > 0) found.push(`it is ${over} pixels wider than the screen`)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('dt')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map((each) => each.textContent),
  )
  if (cut.length > 0) found.push(`the narrow window cuts ${cut.join(', ')}`)
  found.push(...(await violations(page)).map((each) => `dark and narrow: ${each}`), ...faults.splice(0))
  return found.map((each) => `${path}: ${each}`)
}
