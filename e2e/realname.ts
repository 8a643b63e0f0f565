import type { Page } from '@playwright/test'
import sharp from 'sharp'

let picture: Promise<Buffer> | undefined
/** Makes a picture of a licence as a phone would take it. */
export function licence(): Promise<Buffer> {
  picture ??= sharp({ create: { width: 900, height: 640, channels: 3, background: '#e8d9c0' } })
    .jpeg()
    .toBuffer()
  return picture
}

export interface Papers {
  name: string
  credit: string
  person: string
  id: string
}

/** Fills the company's form on `/realname/yes`, up to sending it. */
export async function fillCompany(page: Page, papers: Papers, picture: Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '营业执照.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('img', { name: '已上传的营业执照' }).waitFor()
  await page.getByRole('textbox', { name: '企业名称' }).fill(papers.name)
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(papers.credit)
  await page.getByRole('combobox', { name: '所属行业' }).click()
  await page.getByRole('listbox').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: '联系人姓名' }).fill(papers.person)
  await page.getByRole('textbox', { name: '联系人身份证号' }).fill(papers.id)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}
