import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileVisible } from './while-visible.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
function setVisibility(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the task runs at once and then at every interval until it is ended', () => {
  const task = vi.fn()
  const end = whileVisible(task, 60_000)
  expect(task).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(180_000)
  expect(task).toHaveBeenCalledTimes(4)
  end()
  vi.advanceTimersByTime(600_000)
  setVisibility('hidden')
  setVisibility('visible')
  expect(task).toHaveBeenCalledTimes(4)
})

test('the task pauses while the page is hidden, and catches up when visible', () => {
  const task = vi.fn()
  const end = whileVisible(task, 60_000)
  setVisibility('hidden')
  vi.advanceTimersByTime(600_000)
  expect(task).toHaveBeenCalledTimes(1)
  setVisibility('visible')
  expect(task).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(task).toHaveBeenCalledTimes(3)
  end()
})

test('hiding the page for a moment changes nothing', () => {
  const task = vi.fn()
  const end = whileVisible(task, 60_000)
  for (let glance = 0; glance < 10; glance++) {
    vi.advanceTimersByTime(1000)
    setVisibility('hidden')
    setVisibility('visible')
  }
  expect(task).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(50_000)
  expect(task).toHaveBeenCalledTimes(2)
  end()
})

test('a task started while hidden waits until the page is visible', () => {
  page.visibilityState = 'hidden'
  const task = vi.fn()
  const end = whileVisible(task, 60_000)
  vi.advanceTimersByTime(120_000)
  expect(task).not.toHaveBeenCalled()
  setVisibility('visible')
  expect(task).toHaveBeenCalledTimes(1)
  end()
})
