import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, test } from 'vitest'
import { followProgress } from './progress.ts'

function followed(places: number) {
  let now = 0
  const progress = followProgress(places, () => now)
  const events: EventEmitter = new EventEmitter()
  progress.watch(events as WorkerEvents)
  const after = (milliseconds: number, event?: string) => {
    now += milliseconds
    if (event) events.emit(event)
    return progress.standstill()
  }
  return { after, progress }
}

test('the queue counts as stalled since it last asked for jobs', () => {
  const { after } = followed(2)
  expect(after(500)).toBe(500)
  expect(after(500, 'worker:getJob:empty')).toBe(0)
  expect(after(300, 'worker:getJob:error')).toBe(300)
  expect(after(300, 'job:start')).toBe(0)
  expect(after(700)).toBe(700)
})

test('a queue with all places taken does not ask for jobs and does not count as stalled', () => {
  const { after, progress } = followed(2)
  after(0, 'job:start')
  expect(after(0, 'job:start')).toBe(0)
  expect(after(60_000)).toBe(0)
  expect(after(0, 'job:complete')).toBe(0)
  expect(after(4_000)).toBe(4_000)
  after(0, 'job:start')
  // The jobs of an abandoned runner are no longer waited for.
  const next: EventEmitter = new EventEmitter()
  progress.watch(next as WorkerEvents)
  expect(after(9_000)).toBe(9_000)
  // A job of the old runner that ends late neither proves the next runner alive nor frees any of its slots.
  next.emit('job:start')
  next.emit('job:start')
  expect(after(60_000, 'job:complete')).toBe(0)
  next.emit('job:complete')
  expect(after(5_000, 'job:complete')).toBe(5_000)
})
