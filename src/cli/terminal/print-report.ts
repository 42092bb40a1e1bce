import { displayOf } from '../../print/display.ts'
import type { Report } from '../../print/report.ts'
import type { Io } from '../framework/io.ts'

/** Prints a report as a text, or as a page where one is wanted. A printer is loaded when it is asked for. */
export const printReport = async (report: Report, io: Io): Promise<void> => {
  if (io.isPage) {
    const { reportPage } = await import('../../print/html.tsx')
    return io.stdout(reportPage(report, io.language))
  }
  const { terminalText } = await import('../../print/terminal.ts')
  return io.stdout(terminalText(report, displayOf(io, io.language)))
}
