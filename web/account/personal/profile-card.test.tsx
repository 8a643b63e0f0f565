import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test('after the name was changed, or not after all, the focus is where the form was opened', async () => {
  const { user, calls } = openPage('/personaldetails', {
    setDisplayName: { user_info: { display_name: '林海' } },
  })
  const pencil = () => screen.findByRole('button', { name: '修改昵称' })
  await user.click(await pencil())
  await user.type(await screen.findByRole('textbox', { name: '昵称' }), '{Escape}')
  expect(document.activeElement).toBe(await pencil())
  await user.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: '昵称' })
  await user.clear(field)
  await user.type(field, '林海{Enter}')
  await expect.poll(() => calls('setDisplayName')).toEqual([{ display_name: '林海' }])
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('修改昵称')
})
