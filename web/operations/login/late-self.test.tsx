import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { refreshSelf } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'

const self = { operator_id: newId(), name: 'zhoumin', display_name: '周敏', roles: ['owner' as const], waiting: {} }

test('an answer about the operator that comes after the logout shows nobody again', async () => {
  const late = Promise.withResolvers<typeof self>()
  const { user, answers } = openOperationsPage(operationsPaths.account, { getSelf: self })
  await user.click(await screen.findByRole('button', { name: /周敏/ }))
  Object.assign(answers, { getSelf: () => late.promise })
  const answered = refreshSelf()
  await user.click(await screen.findByText('退出登录'))
  await screen.findByLabelText('用户名')
  await act(async () => {
    late.resolve(self)
    await answered
  })
  expect(screen.queryByRole('button', { name: /周敏/ })).toBeNull()
  expect(screen.getByLabelText('用户名')).toBeDefined()
})

test('a refusal of the ended session that comes after the next login does not ask for another', async () => {
  const late = Promise.withResolvers<ReturnType<typeof refuse>>()
  const ended = refuse(-41016, '登录已过期，请重新登录')
  const { user, answers } = openOperationsPage(operationsPaths.account, { getSelf: self, logIn: self })
  await screen.findByRole('button', { name: /周敏/ })
  Object.assign(answers, { getSelf: () => late.promise })
  const answered = refreshSelf()
  Object.assign(answers, { getSelf: ended })
  await act(refreshSelf)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('密码'), 'operator-secret')
  await user.click(dialog.getByRole('button', { name: /^登\s*录$/ }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  Object.assign(answers, { getSelf: self })
  await act(async () => {
    late.resolve(ended)
    await answered
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})
