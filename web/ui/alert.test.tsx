import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Alert } from './alert.tsx'

test('what somebody has to know is told at once; what went well waits for its turn', () => {
  render(
    <>
      <Alert type="error" title="凭证未通过" description="请更正后重新提交。" />
      <Alert type="success" role="status" title="凭证已提交" />
    </>,
  )
  const alertOf = (title: string) => screen.getByText(title).closest('[role]')
  expect(alertOf('凭证未通过')?.role).toBe('alert')
  expect(alertOf('凭证未通过')?.textContent).toBe('凭证未通过请更正后重新提交。')
  expect(alertOf('凭证已提交')?.role).toBe('status')
})

test('only one that can be closed has ×, which has a name and takes keys', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  let closed = 0
  const { rerender } = render(<Alert type="warning" title="已恢复没保存的内容" />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(
    <Alert
      type="warning"
      title="已恢复没保存的内容"
      action={<button type="button">放弃这些内容</button>}
      close={() => {
        closed += 1
      }}
    />,
  )
  act(() => screen.getByRole('button', { name: '放弃这些内容' }).focus())
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭提示' }))
  await user.keyboard('{Enter}')
  expect(closed).toBe(1)
})
