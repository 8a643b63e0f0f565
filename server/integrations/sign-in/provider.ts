import type { SignInKind } from '#contract/sign-in-names.ts'

/** The settings by which a company's people are known at its identity provider. */
export interface ProviderSettings {
  kind: SignInKind
  /** The issuer for OpenID Connect, the company's id for other providers. */
  issuer: string
  clientId: string
  secret: string
}

/** One round trip to the provider. Everything is derived from a value kept by the browser, so nothing is stored. */
export interface Way {
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
  /** The address that the provider sends the browser back to. */
  callback: string
}

/** The person whom the provider has let in. */
export interface Identity {
  /** The provider's id of the person. 企业微信 may reuse a deleted person's id for another. */
  subject: string
  name: string
  /** The mail address verified by the provider; null if it states none. */
  mail: string | null
}

/** The browser's environment: inside 企业微信, people sign in without scanning. */
export interface Browser {
  isInside: boolean
}

export interface Outside {
  /** True in tests only. */
  allowPrivate: boolean
  /** The addresses of 企业微信, 钉钉 and 飞书. */
  bases: Record<
    'wecom' | 'wecomLogin' | 'wecomInside' | 'dingtalk' | 'dingtalkLogin' | 'feishu' | 'feishuLogin',
    string
  >
}

export interface SignInProvider {
  /** Returns the address of the provider's own login. */
  begin(way: Way, browser: Browser): Promise<string>
  /** Returns who came back with these parameters. Throws SignInRefused or ProviderTrouble. */
  complete(way: Way, parameters: Readonly<Record<string, string>>): Promise<Identity>
}

/** The provider refused the person, or its answer is invalid. The message is for people. */
export class SignInRefused extends Error {}

/** The provider is unreachable or does not know the portal. The message is for people, and contains no secret. */
export class ProviderTrouble extends Error {}
