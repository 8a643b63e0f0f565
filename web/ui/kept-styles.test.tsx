import { act, render } from '@testing-library/react'
import { Tag, theme } from 'antd'
import { expect, test, vi } from 'vitest'
import { AntdFrame } from './antd-frame.tsx'
import { antdTheme } from './antd-theme.ts'
import { keptStyles } from './kept-styles.ts'
import { switchTheme } from './theme.ts'

const page = (shown: boolean) => <AntdFrame>{shown && <Tag>标签</Tag>}</AntdFrame>

test('a component’s style rules are built once, however often it unmounts and returns', () => {
  const cache = keptStyles()
  const make = vi.fn(() => 'rules')
  const use = () => cache.opUpdate('style%tag', before => [(before?.[0] ?? 0) + 1, before?.[1] ?? make()])
  // What antd does when a component unmounts: styles without users are dropped.
  const leave = () =>
    cache.opUpdate('style%tag', before => (before && before[0] > 1 ? [before[0] - 1, before[1]] : null))
  for (const step of [use, leave, use, leave, use]) step()
  expect(make).toHaveBeenCalledTimes(1)
})

test('theme values are removed with their theme, so that no component uses another’s', () => {
  const values = () =>
    [...document.querySelectorAll('style[data-css-hash]')]
      .map(({ textContent }) => textContent)
      .filter(text => text.startsWith('.css-var') || /^[^{]*css-var[^{]*\{--/.test(text))
  const { rerender } = render(page(true))
  const before = values()
  expect(before.length).toBeGreaterThan(0)
  act(switchTheme)
  rerender(page(true))
  const after = values()
  expect(after.length).toBeGreaterThan(0)
  for (const text of before.filter(text => text.includes('color'))) expect(after).not.toContain(text)
  act(switchTheme)
  rerender(page(true))
  expect(new Set(values())).toEqual(new Set(before))
})

test('on a large screen the paddings and gaps of antd grow as its texts do, not with the square of the scale', () => {
  const [base, large] = [1, 1.25].map(scale => theme.getDesignToken(antdTheme('light', scale)))
  for (const name of ['paddingXXS', 'paddingXS', 'paddingSM', 'padding', 'marginXS', 'margin', 'marginLG'] as const)
    expect((large?.[name] ?? 0) / (base?.[name] ?? 0), name).toBeCloseTo(1.25)
})
