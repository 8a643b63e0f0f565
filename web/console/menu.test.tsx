import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'
import { menu } from './menu.tsx'

test.each(menu.map(({ path, name }) => [path, name]))('%s is the console page %s', async (path, name) => {
  openPage(path)
  await waitFor(() => expect(document.title).toBe(`${name} - 海易联`))
  expect(screen.queryByText('没有这个页面')).toBeNull()
})
