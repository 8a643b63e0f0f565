import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('a name that another group has is refused at the field, and what was typed stays', async () => {
  const { user } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ name: '美国店铺' }] },
    setVplGroup: refuse(-52011, '已有同名的专线组'),
  })
  await user.click(await screen.findByRole('button', { name: /新建专线组$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '组名' }), '美国店铺')
  await user.type(dialog.getByRole('textbox', { name: '备注（选填）' }), '不丢失')
  await user.click(dialog.getByRole('button', { name: '新建' }))
  const name = dialog.getByRole('textbox', { name: '组名' })
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await dialog.findByText('已有同名的专线组')
  expect(dialog.getByRole('textbox', { name: '备注（选填）' })).toHaveProperty('value', '不丢失')
})
