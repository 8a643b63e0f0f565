// The order matters: each later browser's text also contains the earlier names.
const browsers: [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Returns a name such as `Chrome · Windows`, enough for people to recognise their own logins. */
export function deviceName(userAgent: string): string {
  const names = [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean)
  return names.length ? names.join(' · ') : '未知设备'
}

/** Replaces the user agent of a session by the name of its device. */
export const withDevice = <Row extends { user_agent: string }>({ user_agent, ...session }: Row) => ({
  ...session,
  device: deviceName(user_agent),
})
