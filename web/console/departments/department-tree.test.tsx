import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DepartmentTree } from './department-tree.tsx'
import { treeOf } from './tree.ts'

const department = { sort: 0, people: 0, people_in_all: 0 }
const tree = treeOf([
  { ...department, dept_id: 'ops', parent_id: null, name: '运营' },
  { ...department, dept_id: 'na', parent_id: 'ops', name: '北美' },
])

test('Enter chooses a department as a click does, also one with others below it; the arrows fold it', async () => {
  const chosen: unknown[] = []
  const choose = (id: unknown) => chosen.push(id)
  render(<DepartmentTree tree={tree} chosen={undefined} choose={choose} everybody={0} without={0} move={undefined} />)
  const user = userEvent.setup()
  act(() => screen.getByRole('tree').focus())
  await user.keyboard('{Enter}')
  expect(chosen).toEqual(['ops'])
  screen.getByText('北美')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toEqual(['ops', 'na'])
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  await expect.poll(() => screen.queryByText('北美')).toBeNull()
})
