import type { Config } from '#server/core/config.ts'

const day = 86_400_000

/**
 * Returns the contact for vulnerability reports (RFC 9116). The text expires after 180 days, so that a copy does not live forever;
 * it is generated for each request.
 */
export function securityText(
  { publicUrl, securityContact, supportPhone }: Pick<Config, 'publicUrl' | 'securityContact' | 'supportPhone'>,
  now = Date.now(),
): string {
  const contact = securityContact ?? (supportPhone ? `tel:${supportPhone}` : publicUrl)
  // Whole days keep the text the same all day.
  const expires = new Date((Math.floor(now / day) + 180) * day).toISOString()
  return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: zh, en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
