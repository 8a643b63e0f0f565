import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'
import { useTicks } from './use-ticks.ts'

const idOf = ({ id }: { id: string }) => id
const rowsOf = (state: string) => ['a', 'b', 'c'].map(id => ({ id, state }))

interface List {
  rows: ReturnType<typeof rowsOf>
  filters?: string
  page?: number
}

function useList({ rows, filters = '', page = 1 }: List) {
  const selection = useSelection(idOf, filters, rows, { page, size: 3, order: undefined })
  return { selection, tick: useTicks(rows, idOf, selection) }
}

test('a range reaches from the row that was ticked last, although the list was loaded again', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } as List })
  act(() => result.current.tick(rowsOf('free')[0] ?? { id: '', state: '' }, true, false))
  const rows = rowsOf('free')
  rerender({ rows })
  act(() => result.current.tick(rows[2] ?? { id: '', state: '' }, true, true))
  expect(result.current.selection.ids).toEqual(['a', 'b', 'c'])
})

test('selected rows are as they were last listed, also those of other pages', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } as List })
  act(() => result.current.selection.set(rowsOf('free'), true))
  rerender({ rows: [{ id: 'b', state: 'bound' }], page: 2 })
  expect(result.current.selection.rows.map(({ state }) => state)).toEqual(['free', 'bound', 'free'])
  rerender({ rows: [], page: 3 })
  expect(result.current.selection.rows.map(({ state }) => state)).toEqual(['free', 'bound', 'free'])
})

test('a row that has left its page is no longer selected, unless new rows have pushed it to the next one', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } as List })
  act(() => result.current.selection.set(rowsOf('free'), true))
  const [a, b, c] = rowsOf('free')
  const first = [{ id: 'new', state: 'free' }, a, b].flatMap(row => row ?? [])
  rerender({ rows: first })
  expect(result.current.selection.ids).toEqual(['a', 'b', 'c'])
  // While the second page loads, the first is still listed.
  rerender({ rows: first, page: 2 })
  rerender({ rows: c ? [c] : [], page: 2 })
  expect(result.current.selection.ids).toEqual(['a', 'b', 'c'])
  rerender({ rows: [], page: 2 })
  expect(result.current.selection.ids).toEqual(['a', 'b'])
})

test('rows that were loaded for earlier filters neither join the selection nor replace it', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } as List })
  const { selection } = result.current
  const rows = rowsOf('bound').slice(0, 1)
  rerender({ rows, filters: 'bound' })
  act(() => result.current.selection.set(rows, true))
  act(() => selection.set(rowsOf('free'), true))
  expect(result.current.selection.rows).toEqual(rows)
})
