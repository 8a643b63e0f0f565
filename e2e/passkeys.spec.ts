import type { BrowserContext, Page } from '@playwright/test'
import { maskPhone } from '#contract/rules.ts'
import { expectAccessible } from './axe.ts'
import { keepSession, newPassword } from './people.ts'
import { newEmployee } from './staff.ts'
import { expect, test } from './test.ts'

// Browsers keep no passkeys for an IP address: the local pages have them under its name.
test.use({ baseURL: `http://localhost:${process.env.E2E_PORT}`, ownContext: true })

/** Gives the page an authenticator that recognises the person at once. */
async function withAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

test('a passkey is added, logs in without a password, and is useless once removed', async ({
  page,
  context,
  request,
}) => {
  const member = await newEmployee(request)
  const { devtools, authenticatorId } = await withAuthenticator(context, page)
  // Without the list at the account field, which this authenticator answers at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const dialog = page.getByRole('dialog')
  const signedIn = page.getByRole('banner').getByText(maskPhone(member.phone))
  const byPasskey = dialog.getByRole('button', { name: '用通行密钥登录' })

  await page.goto('/?sign=1')
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(member.phone)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(newPassword)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(signedIn).toBeVisible()
  await page.goto('/personaldetails')
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await expect(page.getByText('通行密钥已添加')).toBeVisible()
  const card = page.getByRole('region', { name: '通行密钥' })
  await expect(card.getByRole('listitem')).toHaveText(/Chrome · Linux.*尚未使用/)
  await expectAccessible(page)
  await card.getByRole('button', { name: /改名/ }).click()
  await dialog.getByRole('textbox', { name: '名称' }).fill('我的电脑')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(card.getByRole('listitem')).toHaveText(/我的电脑/)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/?sign=1')
  await byPasskey.click()
  await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  // No finger is recognised, which browsers report like a user who gives up.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await byPasskey.click()
  await expect(page.getByRole('alert')).toHaveText(/没有使用通行密钥/)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await byPasskey.click()
  await expect(signedIn).toBeVisible()

  await page.goto('/personaldetails')
  await expect(card.getByRole('listitem')).toHaveText(/我的电脑.*最近使用/)
  await card.getByRole('button', { name: '移除：我的电脑' }).click()
  await page.getByRole('button', { name: '移除', exact: true }).click()
  await expect(page.getByText(/通行密钥已移除，其他/)).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/?sign=1')
  await dialog.getByRole('checkbox').check()
  await byPasskey.click()
  await expect(page.getByRole('alert')).toHaveText(/通行密钥不正确或已被移除/)
})

test('a passkey offered at the account field logs in like the button', async ({ page, context, request }) => {
  const member = await newEmployee(request)
  const { devtools, authenticatorId } = await withAuthenticator(context, page)
  await keepSession(page, member)
  await page.goto('/personaldetails')
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await expect(page.getByText('通行密钥已添加')).toBeVisible()
  await page.evaluate(() => localStorage.clear())

  const dialog = page.getByRole('dialog')
  const signedIn = page.getByRole('banner').getByText(maskPhone(member.phone))
  await page.goto('/?sign=1')
  await expect(dialog.getByRole('textbox', { name: '登录账号' })).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await expect(signedIn).toBeVisible()

  // The person does not choose from the list, whose request ends for that of the button: a browser refuses a second one.
  await page.evaluate(() => localStorage.clear())
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  const begun = page.waitForResponse(/beginPasskeyLogin/)
  await page.goto('/?sign=1')
  await begun
  await dialog.getByRole('checkbox').check()
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await dialog.getByRole('button', { name: '用通行密钥登录' }).click()
  await expect(signedIn).toBeVisible()
})
