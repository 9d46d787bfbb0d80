// The order in which files of tests run: those that take long start first, so that no processor is idle at the end
// while another works on the longest file. Projects run one after the other, because each has threads of its own.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of paths, the longest file first. Whatever is not here takes some seconds at most. */
const LONG = [
  'simulation.test',
  'crash-points.test',
  'journeys/crash.slow',
  'journeys/replicas.redis',
  'store/redis-cluster',
  '.browser.test',
  'process.slow',
  'store/redis',
  'store/sqlite',
  'journeys/bulk',
  'journeys/never-twice',
  'journeys/many-orders',
  'journeys/',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((part) => moduleId.includes(part));
      return index < 0 ? LONG.length : index;
    };
    return (await super.sort(files)).sort(
      (one, other) => one.project.name.localeCompare(other.project.name) || place(one) - place(other),
    );
  }
}
