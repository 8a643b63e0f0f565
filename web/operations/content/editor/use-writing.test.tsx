import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { operator, type Self } from '../../operator.ts'
import { useWriting } from './use-writing.ts'

const base = { revision: 1, values: { title: '已发布' } }
const typed = JSON.stringify({ revision: 1, at: '2026-11-20T08:00:00.000Z', values: { title: '写到一半' } })
const logIn = (operator_id: string) => operator.set({ operator_id } as Self)
const opened = (name: string) => renderHook(() => useWriting(name, base)).result.current

beforeEach(() => localStorage.clear())

test('what an earlier version kept is taken over by the first who opens it, and then by nobody else', () => {
  localStorage.setItem('hyl_writing:terms:1', typed)
  logIn('one')
  expect(opened('terms:1')).toMatchObject({ values: { title: '写到一半' }, restoredAt: '2026-11-20T08:00:00.000Z' })
  expect(opened('terms:1').values.title).toBe('写到一半')
  logIn('two')
  expect(opened('terms:1').values.title).toBe('已发布')
  expect(localStorage.getItem('hyl_writing:terms:1')).toBeNull()
})

test('what an earlier version kept does not take the place of what was typed since', () => {
  logIn('one')
  localStorage.setItem('hyl_writing:one:terms:1', typed.replace('写到一半', '又写了'))
  localStorage.setItem('hyl_writing:terms:1', typed)
  expect(opened('terms:1').values.title).toBe('又写了')
  expect(localStorage.getItem('hyl_writing:terms:1')).toBeNull()
})

test('a change by an answer that comes after a save is a draft of what was saved', () => {
  logIn('one')
  const { result } = renderHook(() => useWriting('article:1', { revision: 1, values: { title: '', slug: '' } }))
  act(() => result.current.change({ title: '帮助' }))
  const { change } = result.current
  act(() => result.current.settle({ revision: 2, values: { title: '帮助', slug: '' } }))
  expect(localStorage.getItem('hyl_writing:one:article:1')).toBeNull()
  act(() => change({ slug: 'help' }))
  expect(JSON.parse(localStorage.getItem('hyl_writing:one:article:1') ?? '{}')).toMatchObject({
    revision: 2,
    values: { title: '帮助', slug: 'help' },
  })
  act(() => change({ slug: '' }))
  expect(localStorage.getItem('hyl_writing:one:article:1')).toBeNull()
})
