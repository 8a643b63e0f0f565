import { lastsFor } from '#server/engines/health/alerts.ts'
import { type HealthCheck, type HealthUnit, limitsInWords } from '#server/engines/health/health-check.ts'
import { checkedMetric, stateMetric, stateValues } from './health-metrics.ts'

interface Rule {
  alert: string
  expr: string
  minutes: number
  severity: 'warning' | 'critical'
  summary: string
  description: string
}

const camel = (name: string) => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function rulesOf(check: HealthCheck): Rule[] {
  const { name, metric, title, advice, limits, alertAfter, unmeasured } = check
  const beyond = limits.worse === 'below' ? '<' : '>'
  // Warnings can wait for working hours; critical alerts fire as soon as the portal itself would send them.
  const minutes = { warning: 15, critical: Math.ceil((alertAfter ?? lastsFor / 1000) / 60) }
  const rule = (limit: number | undefined, severity: Rule['severity']): Rule[] =>
    limit === undefined
      ? []
      : [
          {
            alert: `Portal${camel(name)}${severity === 'critical' ? 'Bad' : 'Warning'}`,
            expr: `${metric.name} ${beyond} ${limit}`,
            minutes: minutes[severity],
            severity,
            summary: `${title}${metric.label ? ` {{ $labels.${metric.label} }}` : ''}：{{ $value }}（${limitsInWords(check)}）`,
            description: advice,
          },
        ]
  // The value is missing just when the trouble is greatest, and a rule about a missing series never fires. The state also covers a
  // trouble whose value comes and goes, which would reset the other rules each time.
  const unmeasurable: Rule[] = unmeasured
    ? [
        {
          alert: `Portal${camel(name)}Unmeasured`,
          expr: `${stateMetric}{check="${name}"} == ${stateValues[unmeasured]}`,
          minutes: minutes.critical,
          severity: 'critical',
          summary: `${title}：副本 {{ $labels.instance }} 没有结果或异常（${limitsInWords(check)}）`,
          description: advice,
        },
      ]
    : []
  return [...rule(limits.bad, 'critical'), ...unmeasurable, ...rule(limits.warn, 'warning')]
}

/** Faults that no check within a portal can see: it does not answer, fails its callers or has stopped checking. */
const beside: readonly Rule[] = [
  {
    alert: 'PortalAbsent',
    expr: `absent(${checkedMetric})`,
    minutes: 2,
    severity: 'critical',
    summary: '门户没有应答 Prometheus',
    description: '检查门户的进程、网络，以及 METRICS_TOKEN。',
  },
  {
    alert: 'PortalNotLooking',
    expr: `time() - max by (instance) (${checkedMetric}) > 120`,
    minutes: 2,
    severity: 'critical',
    summary: '副本 {{ $labels.instance }} 不再检查自己的运行状况',
    description: '查看日志里的“告警未能处理”，重新启动这个副本。',
  },
  {
    alert: 'PortalCheckUnknown',
    expr: `${stateMetric} == -1`,
    minutes: 30,
    severity: 'warning',
    summary: '检查 {{ $labels.check }} 没有结果',
    description: '在运行状况页查看原因。',
  },
  {
    alert: 'PortalErrors',
    expr: 'sum(rate(portal_request_seconds_count{status=~"5.."}[5m])) / sum(rate(portal_request_seconds_count[5m])) > 0.02',
    minutes: 5,
    severity: 'critical',
    summary: '超过 2% 的请求以 5xx 应答',
    description: '查看日志里 status 为 5xx 的请求。',
  },
]

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns Prometheus rules, one for each limit. */
export function alertRules(checks: readonly HealthCheck[]): string {
  const rules = [...checks.flatMap(rulesOf), ...beside].map(
    ({ alert, expr, minutes, severity, summary, description }) => [
      `      - alert: ${alert}`,
      `        expr: ${quoted(expr)}`,
      `        for: ${minutes}m`,
      '        labels:',
      `          severity: ${severity}`,
      '        annotations:',
      `          summary: ${quoted(summary)}`,
      `          description: ${quoted(description)}`,
    ],
  )
  return [
    '# Made by scripts/generate.ts from the checks of health. Do not edit: npm run generate.',
    'groups:',
    '  - name: haiyilian',
    '    rules:',
    ...rules.flat(),
    '',
  ].join('\n')
}

const grafanaUnits: Record<HealthUnit, string> = {
  count: 'none',
  seconds: 's',
  bytes: 'bytes',
  ratio: 'percentunit',
  days: 'd',
}

interface Panel {
  title: string
  description?: string
  expr: string
  legend: string
  unit: string
  type?: 'timeseries' | 'state-timeline'
  steps?: { color: string; value: number | null }[]
}

/** Returns the limits as Grafana thresholds, which are in ascending order. */
function stepsOf({ limits: { warn, bad, worse } }: HealthCheck): Panel['steps'] {
  const step = (color: string, value: number | undefined) => (value === undefined ? [] : [{ color, value }])
  if (worse === 'below')
    return [
      { color: bad === undefined ? 'orange' : 'red', value: null },
      ...(bad === undefined ? [] : step('orange', bad)),
      ...step('green', warn),
    ]
  return [{ color: 'green', value: null }, ...step('orange', warn), ...step('red', bad)]
}

/** Returns the Grafana dashboard: the states on top, then requests, then one panel for each check. */
export function dashboard(checks: readonly HealthCheck[]): string {
  const panels: Panel[] = [
    {
      title: '各项检查的状态（0 正常，1 注意，2 异常，-1 未知）',
      expr: `max by (check) (${stateMetric})`,
      legend: '{{check}}',
      unit: 'none',
      type: 'state-timeline',
      steps: [
        { color: 'blue', value: null },
        { color: 'green', value: 0 },
        { color: 'orange', value: 1 },
        { color: 'red', value: 2 },
      ],
    },
    {
      title: '每秒请求数',
      expr: 'sum by (status) (rate(portal_request_seconds_count[5m]))',
      legend: '{{status}}',
      unit: 'reqps',
    },
    {
      title: '应答时间 p95',
      expr: 'histogram_quantile(0.95, sum by (le) (rate(portal_request_seconds_bucket[5m])))',
      legend: 'p95',
      unit: 's',
    },
    { title: '连接池', expr: 'portal_database_connections', legend: '{{instance}} {{pool}} {{state}}', unit: 'none' },
    ...checks.map(
      (check): Panel => ({
        title: check.title,
        description: `${limitsInWords(check)}。${check.advice}`,
        expr: check.metric.name,
        legend: check.metric.label ? `{{instance}} {{${check.metric.label}}}` : '{{instance}}',
        unit: grafanaUnits[check.unit],
        steps: stepsOf(check),
      }),
    ),
  ]
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is Grafana's own variable
  const datasource = { type: 'prometheus', uid: '${datasource}' }
  const [width, height] = [8, 8]
  const place = (index: number) =>
    index === 0
      ? { x: 0, y: 0, w: 24, h: 12 }
      : { x: ((index - 1) % 3) * width, y: 12 + Math.floor((index - 1) / 3) * height, w: width, h: height }
  const content = {
    title: '门户运行状况',
    uid: 'haiyilian-health',
    schemaVersion: 39,
    timezone: 'Asia/Shanghai',
    refresh: '30s',
    time: { from: 'now-24h', to: 'now' },
    tags: ['haiyilian'],
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: '数据源' }] },
    panels: panels.map(({ title, description, expr, legend, unit, type = 'timeseries', steps }, index) => ({
      id: index + 1,
      type,
      title,
      ...(description && { description }),
      datasource,
      gridPos: place(index),
      targets: [{ refId: 'A', datasource, expr, legendFormat: legend }],
      fieldConfig: {
        defaults: {
          unit,
          ...(steps && {
            thresholds: { mode: 'absolute', steps },
            color: { mode: type === 'timeseries' ? 'palette-classic' : 'thresholds' },
          }),
        },
        overrides: [],
      },
    })),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
