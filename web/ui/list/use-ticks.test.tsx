import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'
import { useTicks } from './use-ticks.ts'

const idOf = ({ id }: { id: string }) => id
const rowsOf = (state: string) => ['a', 'b', 'c'].map(id => ({ id, state }))

function useList({ rows, filters = '' }: { rows: ReturnType<typeof rowsOf>; filters?: string }) {
  const selection = useSelection(idOf, filters, rows)
  return { selection, tick: useTicks(rows, idOf, selection) }
}

test('a range reaches from the row that was ticked last, although the list was loaded again', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } })
  act(() => result.current.tick(rowsOf('free')[0] ?? { id: '', state: '' }, true, false))
  const rows = rowsOf('free')
  rerender({ rows })
  act(() => result.current.tick(rows[2] ?? { id: '', state: '' }, true, true))
  expect(result.current.selection.ids).toEqual(['a', 'b', 'c'])
})

test('selected rows are as they were last listed, also those of other pages', () => {
  const { result, rerender } = renderHook(useList, { initialProps: { rows: rowsOf('free') } })
  act(() => result.current.selection.set(rowsOf('free'), true))
  rerender({ rows: [{ id: 'b', state: 'bound' }] })
  expect(result.current.selection.rows.map(({ state }) => state)).toEqual(['free', 'bound', 'free'])
  rerender({ rows: [] })
  expect(result.current.selection.rows.map(({ state }) => state)).toEqual(['free', 'bound', 'free'])
})
