import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'

const id = newId()

/** Opens a dialog on a fresh page, as after a reload. */
async function open(path: string, button: string | RegExp, values: OfficeAnswers = {}) {
  cleanup()
  const { user, calls } = openOffice(path, ['owner'], {
    getSelf: { operator_id: id, roles: ['owner'] },
    ...values,
  })
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, calls, dialog: within(await screen.findByRole('dialog')) }
}

test('the rows of a draft of a proposal outlive a reload', async () => {
  const sku = (sku_id: string, goods_name: string) => ({
    sku_id,
    goods_name,
    packages: [{ package_type_id: newId(), days: 30, discount_percent: 0 }],
  })
  const values: OfficeAnswers = {
    getCompanyOverview: { info: { company_id: id } },
    getProposalChoices: { skus: [sku(newId(), '员工时长')], coupons: [], lines: [] },
  }
  const again = () => open(`/operations/companies/${id}?tab=proposals`, '起草报价', values)
  const first = await again()
  await first.user.clear(first.dialog.getByRole('spinbutton', { name: '数量' }))
  await first.user.type(first.dialog.getByRole('spinbutton', { name: '数量' }), '12')
  await first.user.click(first.dialog.getByRole('button', { name: /再加|添加/ }))
  const second = await again()
  await second.dialog.findByText(/已恢复上次/)
  const numbers = second.dialog.getAllByRole<HTMLInputElement>('spinbutton', { name: '数量' })
  expect(numbers.map(({ value }) => value)).toEqual(['12', '1'])
})

test('the release notes of an installer outlive a reload', async () => {
  const again = () => open('/operations/installers', '发布新版本')
  const first = await again()
  await first.user.type(first.dialog.getByRole('textbox', { name: /更新说明/ }), '- 修复断线')
  const second = await again()
  await second.dialog.findByText(/已恢复上次/)
  expect(second.dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /更新说明/ }).value).toBe('- 修复断线')
})

test('the follow-up of a note comes back with who is to follow up', async () => {
  const values: OfficeAnswers = {
    getCompanyOverview: { info: { company_id: id } },
    getFollowUpAssignees: { list: [{ operator_id: newId(), display_name: '李四' }] },
    getCompanyNoteList: { list: [], total: 0 },
  }
  const again = () => open(`/operations/companies/${id}?tab=notes`, '写备注', values)
  const first = await again()
  await first.user.type(first.dialog.getByRole('textbox', { name: /跟进日期/ }), '2999-12-01{Enter}')
  await first.user.click(await first.dialog.findByRole('combobox', { name: /由谁跟进/ }))
  await first.user.click(await screen.findByText('李四'))
  const second = await again()
  await second.dialog.findByText('李四')
})

test('the reason why a line is moved outlives a reload', async () => {
  const path = `/operations/lines/${id}/${id}`
  const values: OfficeAnswers = {
    getOperatedLine: { company_id: id, line_id: id, state: 'active', address: '10.0.0.9' },
  }
  const again = async () => {
    cleanup()
    const { user } = openOffice(path, ['owner'], { getSelf: { operator_id: id, roles: ['owner'] }, ...values })
    await user.click(await screen.findByRole('button', { name: '更换地址' }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }
  const first = await again()
  await first.user.type(first.dialog.getByRole('textbox', { name: '原因' }), '被屏蔽')
  const second = await again()
  await second.dialog.findByText(/已恢复上次/)
  expect(second.dialog.getByRole<HTMLInputElement>('textbox', { name: '原因' }).value).toBe('被屏蔽')
})

test('an upload is ended by its button while it is under way, and not by Escape', async () => {
  const { user, dialog, calls } = await open('/operations/installers', '发布新版本', {
    uploadInstaller: () => new Promise(() => {}),
  })
  await user.click(await dialog.findByRole('radio', { name: /Windows/ }))
  await user.type(dialog.getByRole('textbox', { name: '版本号' }), '12.0.1')
  await user.upload(dialog.getByLabelText(/安装包/), new File(['x'], 'client.exe'))
  await user.click(dialog.getByRole('button', { name: '上传并发布' }))
  await expect.poll(() => calls('uploadInstaller')).toHaveLength(1)
  // The call is sent a moment before the dialog shows it.
  await dialog.findByRole('button', { name: '取消上传' })
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: '取消上传' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
