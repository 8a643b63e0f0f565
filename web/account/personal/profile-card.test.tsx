import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test('a phone that is pasted with blanks and the country’s number is taken as it is meant', async () => {
  const { user } = openPage('/personaldetails')
  await user.click(await screen.findByRole('button', { name: '更换手机号' }))
  const field = await screen.findByRole('textbox', { name: '新手机号' })
  await user.click(field)
  await user.paste('+86 151 2345 6789')
  expect(field).toHaveProperty('value', '15123456789')
})

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
