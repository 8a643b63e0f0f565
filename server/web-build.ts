// Stand-in until the database colleague's file replaces it.
export type WebBuild = Record<string, unknown>
export async function loadWebBuild(_root: string): Promise<WebBuild> {
  return {}
}
