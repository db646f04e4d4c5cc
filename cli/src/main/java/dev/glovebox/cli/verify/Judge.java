package dev.glovebox.cli.verify;

/** Judges one check from what was seen inside and what is known from outside. Pure. */
interface Judge {
  /** A verdict and what shows it. */
  record Judgement(Verdict verdict, String seen) {
    static Judgement blocked(String seen) {
      return new Judgement(Verdict.BLOCKED, seen);
    }

    static Judgement escaped(String seen) {
      return new Judgement(Verdict.ESCAPED, seen);
    }

    static Judgement inconclusive(String why) {
      return new Judgement(Verdict.INCONCLUSIVE, why);
    }
  }

  Judgement of(Findings inside, Around around);
}
