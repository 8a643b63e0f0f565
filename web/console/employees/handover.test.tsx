import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectEnabled, openPage } from '#web/testing/open-page.tsx'

test('Enter hands nobody over before what comes of it is known', async () => {
  const plan = Promise.withResolvers<void>()
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ name: '王芳', state: 'active', role: 'employee' }], total: 1 },
    async planAccess() {
      await plan.promise
      return {}
    },
  })
  const done = () => calls('handOverEmployee').filter(({ preview }) => !preview)
  await user.click(await screen.findByRole('button', { name: '王芳的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '离职交接' }))
  const dialog = within(await screen.findByRole('dialog'))
  const leaves = dialog.getByRole('radio', { name: '移出企业' })
  await user.click(leaves)
  await user.keyboard('{Enter}')
  await expect.poll(() => calls('planAccess').length).toBeGreaterThan(0)
  await user.keyboard('{Enter}')
  const button = dialog.getByRole('button', { name: '开始交接' })
  await expectEnabled(button, false)
  expect(done()).toEqual([])
  plan.resolve()
  await expectEnabled(button)
  leaves.focus()
  await user.keyboard('{Enter}')
  await expect.poll(done).toMatchObject([{ remove: true }])
})
