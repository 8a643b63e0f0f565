import { answerTag, clientVersion, firstAnswersPath, instanceId, webClient } from '#contract/rules.ts'
import type { PortalSettings } from '#contract/site.ts'
import { calls } from '#web/data/calls.generated.ts'
import type { ConsolePage } from '#web/data/console-page.ts'
import { type FirstCall, frameCalls } from '#web/data/first-calls.ts'

/**
 * Requests the answers that the page will show while its scripts are still loading, so that both arrive together. The body must be
 * the one that web/data/api.ts writes, which then takes the answer (web/data/early.ts). They are sent as one request, with those of
 * the console's frame, because a new page needs the browser's few connections for its scripts. Only a manager's browser sends it,
 * and only without a query, which could select another list.
 */
const script = (settings: string) =>
  `((base, headers, requests, alone) => {
try {
let sid = localStorage.token;
if (!sid || localStorage.hyl_user_sign != 'admin' || location.search) return;
let early = self.earlyRequests = {}, sentAt = Date.now(),
post = (path, body) => fetch(base + path, { method: 'POST', credentials: 'include', headers, body: JSON.stringify(body) }),
withSid = list => list.map(([path, input, own]) => [path, own ? { ...input, sid } : input]),
calls = withSid(requests),
all = post('${firstAnswersPath}', calls).then(async answer => {
if (!answer.ok) throw 0;
return [await answer.json(), answer.headers.get('date')]
});
keep = (path, body, response) => {
response.catch(() => {});
early[base + path + ' ' + JSON.stringify(body)] = { sentAt, response }
};
calls.forEach(([path, body], at) => keep(path, body, all.then(([answers, date]) => new Response(JSON.stringify(answers[at]), date ? { headers: { date } } : {}))));
withSid(alone).forEach(([path, body]) => keep(path, body, post(path, body)))
} catch {}
})(${settings})`.replaceAll('\n', '')

export function earlyScript(
  { apiBase }: Pick<PortalSettings, 'apiBase'>,
  page: ConsolePage | undefined,
): string | undefined {
  if (!page?.calls) return undefined
  const requestsOf = (list: readonly FirstCall[]) =>
    list.map(([name, input]) => {
      const { path, access } = calls[name]
      return [path, { instance_id: instanceId, ...input }, access === 'public' ? 0 : 1]
    })
  const headers = {
    'accept-language': 'zh-CN',
    authorization: `${webClient} ${clientVersion}`,
    'content-type': 'application/json',
    [answerTag]: '-',
  }
  const [together, alone] = page.slow ? [frameCalls, page.calls] : [[...frameCalls, ...page.calls], []]
  const settings = [apiBase, headers, requestsOf(together), requestsOf(alone)]
  return script(settings.map(each => JSON.stringify(each).replaceAll('<', '\\u003c')).join())
}
