import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Chart } from './chart.tsx'
import type { ChartLook } from './chart-look.ts'

test('a chart is drawn once more for paper, without motion and in the colours that paper has', async () => {
  const listeners = new Set<() => void>()
  let printing = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query === 'print' && printing
    },
    addEventListener: (_: string, listener: () => void) => query === 'print' && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  document.documentElement.style.setProperty('--ink', 'white')
  const drawn: { ink: string; still: boolean }[] = []
  const option = (look: ChartLook) => {
    drawn.push({ ink: look.color('ink'), still: look.still })
    return {}
  }
  const { unmount } = render(<Chart label="每月费用" height={240} option={option} />)
  const print = (now: boolean, ink: string) =>
    act(async () => {
      printing = now
      document.documentElement.style.setProperty('--ink', ink)
      for (const listener of listeners) listener()
    })
  await print(true, 'black')
  await print(false, 'white')
  expect(drawn).toEqual([
    { ink: 'white', still: false },
    { ink: 'black', still: true },
    { ink: 'white', still: false },
  ])
  unmount()
  document.documentElement.style.removeProperty('--ink')
  expect(listeners.size).toBe(0)
})
