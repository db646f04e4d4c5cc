package dev.glovebox.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.glovebox.core.net.IpAddress.Family;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "203.0.113.10, 203.0.113.10",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "::, ::",
    "::1, ::1",
    "1::, 1::",
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "2001:0db8::0001, 2001:db8::1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "::ffff:192.0.2.1, ::ffff:192.0.2.1",
    "::ffff:c000:201, ::ffff:192.0.2.1",
    "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
  })
  void anAddressHasOneCanonicalText(String written, String canonical) {
    assertThat(IpAddress.parse(written).text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "127.1",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "256.0.0.1",
        "01.2.3.4",
        "0x7f.0.0.1",
        "1.2.3.4 ",
        "1.2.3.-4",
        "1.2.3.٤",
        "localhost",
        "example.com",
        "1:2",
        ":::",
        "1:::2",
        "1::2::3",
        ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        "1:2:3:4:5:6:7:8:9",
        "12345::",
        "g::",
        "fe80::1%eth0",
        "::1.2.3",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7::8",
        "[::1]",
        "::ffff:1.2.3.256",
      })
  void whatIsNoAddressIsRefusedAndNeverLookedUp(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> IpAddress.parse(text));
  }

  @Property
  void everyAddressSurvivesItsOwnText(@ForAll @Size(16) byte[] bytes) {
    var address = new IpAddress(Family.IPV6, new BigInteger(1, bytes));
    assertThat(IpAddress.parse(address.text())).isEqualTo(address);
  }

  /** The JDK reads literals without a resolver here: a colon or four numbers are never a name. */
  @Property
  void theJdkReadsTheSameAddressInTheText(@ForAll @Size(16) byte[] bytes)
      throws UnknownHostException {
    var address = new IpAddress(Family.IPV6, new BigInteger(1, bytes));
    assertThat(InetAddress.ofLiteral(address.text()).getAddress())
        .isEqualTo(InetAddress.getByAddress(bytes).getAddress());
  }
}
