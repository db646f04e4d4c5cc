package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// Both of the canary's targets, at an address that also answers datagrams (see canaryUDP).
var (
	nodeCanaryTCP = tcpTarget("canary-0-tcp", Canary, nodeAddress, 8787, true)
	nodeCanaryUDP = udpTarget("canary-0-udp", Canary, nodeAddress, 8787)
	bothOfCanary  = []targetJSON{nodeCanaryTCP, nodeCanaryUDP}
)

func surveyFor(t *testing.T, until Verdict, giveUpAfterSeconds int, targets ...targetJSON) map[string]any {
	t.Helper()
	argument := argumentFor(t, giveUpAfterSeconds, targets...)
	for _, name := range []string{"runAsUser", "runAsGroup", "environment", "workspace"} {
		delete(argument, name)
	}
	delete(argument["runtime"].(map[string]any), "guestKernels")
	argument["until"] = until
	return argument
}

// survey runs "probe survey" in a box in the sandbox's network.
func (l *lab) survey(argument map[string]any) (SurveyReport, int) {
	l.t.Helper()
	r := runInBox(l.t, l.sandbox, box{Command: "survey"}, encoded(l.t, argument))
	var report SurveyReport
	decoder := json.NewDecoder(strings.NewReader(r.message))
	decoder.DisallowUnknownFields()
	must(l.t, decoder.Decode(&report))
	return report, r.code
}

func wantSurvey(t *testing.T, r SurveyReport, code int, verdict Verdict, wantCode int, answers ...string) {
	t.Helper()
	if r.Verdict != verdict || code != wantCode || !slices.Equal(r.Network.Answers, answers) {
		t.Errorf("verdict %s, exit code %d, answers %v; want %s, %d, %v", r.Verdict, code, r.Network.Answers, verdict, wantCode, answers)
	}
}

func TestASurveyFindsTheCanaryAndWhichOthersAnswer(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(10250)
	l.policy("ip daddr "+metadataAddress+" drop", "tcp dport 81 reject")
	targets := append([]targetJSON{metadataTCP, ownNodeTCP, tcpTarget("api-server-0", APIServer, nodeAddress, 81, false)}, bothOfCanary...)
	r, code := l.survey(surveyFor(t, Answered, 20, targets...))
	wantSurvey(t, r, code, Answered, exitPassed, "own-node", "canary-0-tcp", "canary-0-udp")
	if least := restTime.Milliseconds(); r.DurationMilliseconds < least || r.DurationMilliseconds > least+1000 {
		t.Errorf("it took %d ms; the others get %d", r.DurationMilliseconds, least)
	}
	if r.Network.LastOpenMilliseconds == 0 || len(r.FailedChecks) != 0 || r.Nonce != "7c1e-0a" || !r.Kernel.Fingerprint {
		t.Errorf("report %+v", r)
	}
}

func TestASurveyEndsAtOnceWhenAllHaveAnswered(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(10250)
	r, code := l.survey(surveyFor(t, Answered, 20, append(bothOfCanary, ownNodeTCP)...))
	wantSurvey(t, r, code, Answered, exitPassed, "canary-0-tcp", "canary-0-udp", "own-node")
	if r.DurationMilliseconds >= restTime.Milliseconds() {
		t.Errorf("it took %d ms", r.DurationMilliseconds)
	}
}

func TestASurveyWaitsForACanaryThatAnswersLate(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.disconnect()
	l.policy(drop)
	time.AfterFunc(500*time.Millisecond, l.connect)
	l.policyAfter(time.Second, "accept")
	r, code := l.survey(surveyFor(t, Answered, 20, bothOfCanary...))
	wantSurvey(t, r, code, Answered, exitPassed, "canary-0-tcp", "canary-0-udp")
	if r.DurationMilliseconds < 700 {
		t.Errorf("answered after %d ms, before it could", r.DurationMilliseconds)
	}
}

func TestASurveyWithoutACanaryGivesUpThoughOthersAnswer(t *testing.T) {
	for claim, rule := range map[string]string{"no UDP": "meta l4proto udp drop", "no TCP": "tcp dport 8787 drop"} {
		t.Run(claim, func(t *testing.T) {
			l := newLab(t)
			l.listen(8787)
			l.listen(10250)
			l.policy(rule)
			r, code := l.survey(surveyFor(t, Answered, 2, append(bothOfCanary, ownNodeTCP)...))
			other := map[string]string{"no UDP": "canary-0-tcp", "no TCP": "canary-0-udp"}[claim]
			wantSurvey(t, r, code, Silent, exitGaveUp, other, "own-node")
			if len(r.Details) != 1 || !strings.Contains(r.Details[0], "no canary") {
				t.Errorf("details %v", r.Details)
			}
		})
	}
}

func TestWithoutARouteASurveySaysWhereItFoundNoWay(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.disconnect()
	far := tcpTarget("far", Canary, canaryAddress, 8787, true)
	farUDP := udpTarget("far-udp", Canary, canaryAddress, 8787)
	for until, verdict := range map[Verdict]Verdict{Answered: Silent, Silent: TimedOut} {
		r, code := l.survey(surveyFor(t, until, 2, far, farUDP))
		wantSurvey(t, r, code, verdict, exitGaveUp)
		if !slices.Contains(r.Network.NotUp, "far") || len(r.Details) != 1 {
			t.Errorf("until %s: report %+v", until, r)
		}
	}
}

// impostor answers on TCP and UDP, and never with the nonce: once with nothing, once with another nonce.
func (l *lab) impostor(port int, answer string) {
	l.t.Helper()
	self, err := os.Executable()
	must(l.t, err)
	command := exec.Command("ip", "netns", "exec", l.world, self, fmt.Sprint(port), answer)
	command.Env = append(os.Environ(), impostorVariable+"=1")
	must(l.t, command.Start())
	l.t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	l.waitFor(port)
}

const impostorVariable = "GLOVEBOX_PROBE_TEST_IMPOSTOR"

// serveAsImpostor is the child's side.
func serveAsImpostor(port, answer string) error {
	tcp, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return err
	}
	udp, err := net.ListenPacket("udp", ":"+port)
	if err != nil {
		return err
	}
	go func() {
		buffer := make([]byte, 1500)
		for {
			if _, from, err := udp.ReadFrom(buffer); err == nil {
				_, _ = udp.WriteTo([]byte(answer), from)
			}
		}
	}()
	for {
		connection, err := tcp.Accept()
		if err != nil {
			return err
		}
		go func() {
			_, _ = connection.Write([]byte(answer))
			time.Sleep(5 * time.Second)
			_ = connection.Close()
		}()
	}
}

func TestACanaryThatDoesNotSendTheNonceBackHasNotAnswered(t *testing.T) {
	for claim, answer := range map[string]string{"nothing": "", "another nonce": "glovebox-canary other\n", "more than the nonce": "glovebox-canary 7c1e-0a\n\n"} {
		t.Run(claim, func(t *testing.T) {
			l := newLab(t)
			l.impostor(8787, answer)
			l.impostor(10250, answer)
			r, code := l.survey(surveyFor(t, Answered, 2, append(bothOfCanary, ownNodeTCP)...))
			wantSurvey(t, r, code, Silent, exitGaveUp, "own-node") // the control: another kind needs no nonce
			if !slices.Contains(r.Network.NotUp, "canary-0-udp") {
				t.Errorf("a wrong datagram is not silence: %+v", r.Network)
			}
			r, code = l.survey(surveyFor(t, Silent, 2, bothOfCanary...))
			wantSurvey(t, r, code, Answered, exitFailed, "canary-0-tcp") // a connection alone is an open way
		})
	}
}

func TestAWrongDatagramFromACanaryIsNeitherAnAnswerNorSilence(t *testing.T) {
	l := newLab(t)
	l.impostor(8787, "glovebox-canary other\n")
	l.policy("meta l4proto tcp reject")
	r, code := l.survey(surveyFor(t, Silent, 3, bothOfCanary...))
	wantSurvey(t, r, code, TimedOut, exitGaveUp)
	if !slices.Equal(r.Network.NotUp, []string{"canary-0-udp"}) {
		t.Errorf("network %+v", r.Network)
	}
	l.policy(reject) // the control: silence passes
	r, code = l.survey(surveyFor(t, Silent, 20, bothOfCanary...))
	wantSurvey(t, r, code, Silent, exitPassed)
}

func TestASurveyUntilSilentPassesWhenThePolicyComesLate(t *testing.T) {
	for name, rule := range map[string]string{"by refusal": reject, "by silence": drop} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.listen(8787)
			l.policyAfter(time.Second, rule)
			r, code := l.survey(surveyFor(t, Silent, 20, bothOfCanary...))
			wantSurvey(t, r, code, Silent, exitPassed)
			if last := r.Network.LastOpenMilliseconds; last == 0 || last >= r.DurationMilliseconds {
				t.Errorf("last open after %d ms of %d", last, r.DurationMilliseconds)
			}
		})
	}
}

func TestASurveyUntilSilentEndsWithAnsweredWhenThePolicyNeverComes(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	r, code := l.survey(surveyFor(t, Silent, 2, append(bothOfCanary, metadataTCP)...))
	// No datagram is sent while TCP is open, so that nothing is known of UDP.
	wantSurvey(t, r, code, Answered, exitFailed, "canary-0-tcp")
	if r.Network.LastOpenMilliseconds < 1000 || len(r.FailedChecks) != 0 {
		t.Errorf("report %+v", r)
	}
}

func TestASurveyUntilSilentSeesWhatIsOpenOverUDPOnly(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy("meta l4proto tcp reject")
	r, code := l.survey(surveyFor(t, Silent, 20, bothOfCanary...))
	wantSurvey(t, r, code, Answered, exitFailed, "canary-0-udp")
}

func TestAReportOnlyTargetIsNamedAndDoesNotBreakTheSilence(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(10250)
	l.policy("tcp dport 8787 reject", "udp dport 8787 reject")
	r, code := l.survey(surveyFor(t, Silent, 20, append(bothOfCanary, ownNodeTCP)...))
	wantSurvey(t, r, code, Silent, exitPassed, "own-node")
}

func TestASurveyFindsASharedAndAnUnknownKernel(t *testing.T) {
	release, err := os.ReadFile(osreleaseFile)
	must(t, err)
	for _, until := range []Verdict{Answered, Silent} {
		for check, change := range map[Check]func(map[string]any){
			SharedKernel: func(a map[string]any) {
				a["nodeKernels"].(map[string]any)["releases"] = []string{kernelHash(strings.TrimSpace(string(release)))}
			},
			UnknownKernel: func(a map[string]any) { a["runtime"].(map[string]any)["osreleaseContains"] = []string{"-gvisor"} },
		} {
			t.Run(fmt.Sprintf("%s until %s", check, until), func(t *testing.T) {
				l := newLab(t)
				argument := surveyFor(t, until, 2, bothOfCanary...)
				change(argument)
				r, code := l.survey(argument)
				wantSurvey(t, r, code, Failed, exitFailed)
				if !slices.Equal(r.FailedChecks, []Check{check}) || len(r.Details) != 1 {
					t.Errorf("report %+v", r)
				}
			})
		}
	}
}

func TestASurveyWithManyAnswersFitsAndKeepsTheFirst(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	targets := slices.Clone(bothOfCanary)
	for i := range 300 {
		targets = append(targets, tcpTarget(fmt.Sprintf("other-%s-%d", strings.Repeat("x", 60), i), Kubelet, fmt.Sprintf("10.77.1.%d", 1+i%250), 8787, false))
	}
	r, code := l.survey(surveyFor(t, Answered, 20, targets...))
	if r.Verdict != Answered || code != exitPassed || !r.Truncated || len(r.Network.Answers) < 10 || !slices.Equal(r.Network.Answers[:2], []string{"canary-0-tcp", "canary-0-udp"}) {
		t.Errorf("exit code %d, report %+v", code, r)
	}
}
