import { expect, test } from 'vitest'
import { jobNames } from '#contract/operations/job-names.ts'
import { tasks } from './tasks.ts'

test('every kind of job has a name on the health page, and no name is left over', () => {
  const kinds = tasks.map(({ kind }) => kind.name)
  expect(Object.keys(jobNames).toSorted()).toEqual(kinds.toSorted())
  expect(new Set(Object.values(jobNames)).size).toBe(kinds.length)
})
