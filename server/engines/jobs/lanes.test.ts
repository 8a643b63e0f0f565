import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, test } from 'vitest'
import { tasks } from '#server/app/tasks.ts'
import { concurrency, keepLanes, outsideLanes } from './lanes.ts'

function kept() {
  const lanes = keepLanes()
  const events: EventEmitter = new EventEmitter()
  lanes.watch(events as WorkerEvents)
  return {
    /** Lets a worker poll for a job; returns whether it may get one of the long lane. */
    ask(worker: object) {
      const isOpen = !lanes.forbiddenFlags().includes('long')
      events.emit('worker:getJob:start', { worker })
      return isOpen
    },
    tell: (event: string, worker: object, flags: object | null = null) =>
      events.emit(event, { worker, job: { flags } }),
  }
}

test('all workers that ask at once get no more jobs of a lane than it has places', () => {
  const { ask, tell } = kept()
  const workers = Array.from({ length: concurrency }, () => ({}))
  const open = workers.filter(ask)
  expect(open).toHaveLength(outsideLanes.long)
  const [first = {}, second = {}] = open
  // A worker that gets nothing, an error or a quick job gives the slot back.
  tell('worker:getJob:empty', first)
  expect(ask(first)).toBe(true)
  tell('worker:getJob:error', first)
  expect(ask(first)).toBe(true)
  tell('job:start', first)
  tell('job:start', second, { long: true })
  expect([ask({}), ask({})]).toEqual([true, false])
  tell('job:complete', second)
  expect([ask(second), ask({})]).toEqual([true, false])
})

// A delivery runs for as long as there is work, so another one of its lane would wait forever.
test('each delivery has a place of its own, which it takes once', () => {
  const deliveries = tasks.filter(({ kind }) => kind.lane === 'deliveries')
  expect(deliveries).toHaveLength(outsideLanes.deliveries)
  expect(deliveries.every(({ schedule }) => schedule)).toBe(true)
})
