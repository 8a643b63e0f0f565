/** Platforms that teams work on, by name only: their logos are trademarks. */
const platforms = ['TikTok', 'YouTube', 'Instagram', 'Facebook', 'Amazon', 'Shopify', 'WhatsApp', 'LinkedIn']

export function PlatformMarks({ few = false }: { few?: boolean }) {
  return (
    <ul className="platforms" lang="en" aria-label={few ? undefined : '团队常用的平台'}>
      {platforms.slice(0, few ? 4 : undefined).map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
