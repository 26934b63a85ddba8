// What a user does to a page with a pointer or another program: drags by mouse or finger.
import type { Locator, Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('what is dragged is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function dragByTouch(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        part === undefined
          ? []
          : [{ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }],
    })
  await touch('touchStart', 0)
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', part)
  await touch('touchEnd')
}
