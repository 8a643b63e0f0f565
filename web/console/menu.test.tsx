import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'
import { menu } from './menu.tsx'

test.each(menu.map(({ path, name }) => [path, name]))('%s is the console page %s', async (path, name) => {
  openPage(path)
  await waitFor(() => expect(document.title).toBe(`${name} - 海易联`))
  expect(screen.queryByText('没有这个页面')).toBeNull()
})

test('a wrong address in the console leads back into it', async () => {
  openPage('/control/nothing')
  await screen.findByRole('heading', { name: '没有这个页面' })
  expect(screen.getByRole('link', { name: '回到控制台' }).getAttribute('href')).toBe('/control')
})
