import { relative } from 'node:path'

export interface Count {
  passed: number
  failed: number
  /** The names of failed and of flaky tests, repeated at the end, where they are seen even after a long log. */
  names: string[]
}

/** The parts of vitest's JSON report that are read here. */
interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    /** The error that prevented a whole file from running. */
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** The parts of Playwright's JSON report that are read here. */
interface BrowserReport extends Suite {
  stats: { expected: number; flaky: number; unexpected: number }
}
interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[]
}

const indented = (text = '') => `\n    ${text.slice(0, 600).replaceAll('\n', '\n    ')}`

/** A test that passed after a failure was retried. `unhandled` are errors of the run that no test caught. */
export function countUnits(json: string, root: string, unhandled: string[] = []): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(json) as UnitReport
  const names = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' || failureMessages?.length)
      .map(
        ({ fullName, status, failureMessages }) =>
          `${status === 'failed' ? 'failed' : 'flaky'}: ${file} ${fullName}${indented(failureMessages?.[0])}`,
      )
    return message ? [...tests, `failed: ${file}${indented(message)}`] : tests
  })
  names.push(...unhandled.map(stack => `not caught by a test:${indented(stack)}`))
  return { passed: numPassedTests, failed: numFailedTests + unhandled.length, names }
}

/** A flaky test passed in the end, but is named as well: it is a fault of the test or of the product. */
function namesIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(spec =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, projectName }) => {
        const word = status === 'flaky' ? 'flaky' : 'failed'
        return `${word}: [${projectName}] e2e/${spec.file}:${spec.line} ${spec.title}`
      }),
  )
  return [...own, ...suites.flatMap(namesIn)]
}

export function countBrowserTests(json: string): Count {
  const report = JSON.parse(json) as BrowserReport
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, names: namesIn(report) }
}
