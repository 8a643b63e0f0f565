// Order matters: each later browser also carries the earlier ones' names.
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

/** `Chrome · Windows`, enough for a person to recognise an own login. */
export function deviceName(userAgent: string): string {
  const names = [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean)
  return names.length ? names.join(' · ') : '未知设备'
}
